import { signedInUser, store } from 'shared-ui';
import type { SurveyAnswer } from 'shared-ui/contract';
import { loadDelivery } from '../load.ts';
import type { Draft } from '../outbox/index.ts';

/**
 * State of the form over all of its mounts (a change of appearance or language, another version after a failure): what
 * was typed, and the idempotency key. Answers that were changed after an attempt to send them are a new survey; the recorder would refuse them under
 * the old key.
 */
export class FormState {
  typed: SurveyAnswer[] | undefined;
  isSent = false;
  /** The last failure of a mounted form, after which another version is mounted. */
  failure: { hadFocus: boolean; wasTyped: boolean } | undefined;
  replaces: string | undefined;
  readonly #about: string;
  #key: string;
  #attempted = '';

  constructor(about: string, draft: Draft | undefined, corrects: string | undefined) {
    this.#about = about;
    this.#key = draft?.key ?? crypto.randomUUID();
    this.typed = draft?.responses;
    this.replaces = draft?.replaces ?? corrects;
  }

  /** Remembers what was typed, and stores it as a draft where the signed-in user may have one. */
  save(responses: SurveyAnswer[]): void {
    this.typed = responses;
    const user = signedInUser(store.getState());
    if (!user) return;
    const draft = { key: this.#key, responses, ...(this.replaces ? { replaces: this.replaces } : {}) };
    loadDelivery()
      .then(({ keepDraft }) => keepDraft(user.id, this.#about, draft))
      .catch((error: unknown) => console.info('The draft could not be stored; it exists on this screen only', error));
  }

  /** Returns the idempotency key for these answers. */
  keyFor(responses: SurveyAnswer[]): string {
    const answers = JSON.stringify(responses);
    if (this.#attempted !== '' && this.#attempted !== answers) this.#key = crypto.randomUUID();
    this.#attempted = answers;
    return this.#key;
  }

  /** Records that a form failed in this element. */
  noteFailure(container: HTMLElement): void {
    const hadFocus = container.contains(document.activeElement);
    this.failure = { hadFocus, wasTyped: (this.typed?.length ?? 0) > 0 };
  }

  /** Starts a new survey, which corrects the one with this receipt. */
  startCorrection(receiptId = this.replaces): void {
    this.#key = crypto.randomUUID();
    this.#attempted = '';
    this.isSent = true;
    this.typed = undefined;
    this.replaces = receiptId;
  }
}
