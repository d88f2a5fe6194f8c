import type { SurveyContext } from 'shared-ui/contract';

/** How the page looks: what of it a frame does not inherit. */
export interface Look {
  /** Attributes of the root element with their values: language, direction, theme, size of type. */
  attributes: [name: string, value: string][];
}

/** What a form is told that is no function. */
export type FormFacts = Omit<SurveyContext, 'keepDraft' | 'submit' | 'done' | 'fail'>;

/** A script by its absolute address, with its bytes. */
export type Script = [url: string, bytes: ArrayBuffer];

/** Everything that a frame needs before it can show a guest's form; the bytes were checked by the page. */
export interface Beginning {
  /** The page's origin, which paths like `/shell/…` are relative to. */
  page: string;
  /** The guest's entry. */
  entry: Script;
  /** Name of the global that the entry leaves its container on. */
  container: string;
  expose: string;
  /** The shell's first files, which offer the packages that it shares; none for a guest that shares nothing. */
  shell: Script[];
  /** The frame's own further code (frame/more.ts), where this guest or this browser needs it. */
  more: Script[];
}

/** What the page sends to the frame. */
export type ToFrame =
  /** The page's own style sheet, with its fonts in it. */
  | { kind: 'css'; css: string }
  | ({ kind: 'prepare' } & Beginning)
  | { kind: 'start'; facts: FormFacts }
  | { kind: 'answer'; id: number; value?: unknown; error?: string }
  | { kind: 'look'; look: Look }
  | { kind: 'ping' };

/** What the frame sends to the page, as JSON: the page looks at a text's length before it reads what is in it. */
export type FromFrame =
  | { kind: 'mounted' }
  | { kind: 'file'; id: number; url: string }
  | { kind: 'height'; height: number }
  | { kind: 'draft'; answers: unknown }
  | { kind: 'submit'; id: number; answers: unknown }
  | { kind: 'done' }
  | { kind: 'fail'; code: 'EXPORT_INVALID' | 'RENDER_FAILED'; message: string }
  | { kind: 'pong' };

/** Room for outlines at the frame's edges, in pixels: the page draws its own as far outside of what has the focus. */
export const EDGE = 8;
