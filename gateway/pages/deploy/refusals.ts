import { PlainError } from '../../common/plain-error.ts';
import { type LinkFault, LinkRefused } from './access/link.ts';
import { ActionRefused } from './actions.ts';
import type { View } from './view/layout.ts';
import { linkRefusedPage, type RefusalKind, refusedPage, type SignInPlace, signInPage } from './view/messages.ts';

const STATUS: Record<RefusalKind, number> = {
  BUSY: 409,
  CHANGED: 409,
  RULES: 409,
  TEAM: 403,
  FORM: 403,
  UNKNOWN: 404,
  UNSETTLED: 503,
  REGISTRY: 503,
};

const LINK_STATUS: Record<LinkFault, number> = {
  INVALID: 400,
  UNKNOWN_KEY: 403,
  OTHER_GATEWAY: 403,
  EXPIRED: 410,
  USED: 410,
};

/** Thrown to answer with a page that says why something was refused. */
export class PageRefused extends Error {
  readonly kind: RefusalKind;
  /** Detail for the reader, in English. */
  readonly reason: string | undefined;

  constructor(kind: RefusalKind, reason?: string) {
    super(kind);
    this.kind = kind;
    this.reason = reason;
  }
}

/** Thrown for a request without a session. */
export class SignInNeeded extends Error {}

/** A page that says why something was refused. */
interface RefusalPage {
  status: number;
  /** Code for programs. */
  fault: string;
  page: string;
}

interface Place extends SignInPlace {
  /** Remote that the request is about. */
  name: string | undefined;
}

function refusalOf(error: unknown): { kind: RefusalKind; reason?: string | undefined } | undefined {
  if (error instanceof PageRefused) return error;
  if (error instanceof ActionRefused) return { kind: error.fault };
  // Forbidden by a publishing rule, given the state of the registry.
  return error instanceof PlainError ? { kind: 'RULES', reason: error.message } : undefined;
}

/** Returns the page for an error; undefined for unexpected errors. */
export function pageForError(error: unknown, view: View, place: Place): RefusalPage | undefined {
  if (error instanceof SignInNeeded) return { status: 401, fault: 'SIGN_IN', page: signInPage(view, place) };
  if (error instanceof LinkRefused) {
    const { fault } = error;
    return { status: LINK_STATUS[fault], fault, page: linkRefusedPage(view, fault, place) };
  }
  const refusal = refusalOf(error);
  if (refusal === undefined) return undefined;
  const { kind, reason } = refusal;
  const known = kind === 'UNKNOWN' || view.session === undefined ? undefined : place.name;
  const details = { ...(known === undefined ? {} : { name: known }), ...(reason === undefined ? {} : { reason }) };
  return { status: STATUS[kind], fault: kind, page: refusedPage(view, kind, details) };
}
