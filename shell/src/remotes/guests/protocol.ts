import type { SurveyContext } from 'shared-ui/contract';

/** The parts of the page's appearance that a frame does not inherit. */
export interface Appearance {
  /** Attributes of the root element: language, direction, theme, font size. */
  attributes: [name: string, value: string][];
}

/** The serialisable part of a form's context. */
export type FormFacts = Omit<SurveyContext, 'keepDraft' | 'submit' | 'done' | 'fail'>;

/** A script's absolute URL and its bytes. */
export type Script = [url: string, bytes: ArrayBuffer];

/** Everything a frame needs before it can show a guest's form. The page has verified the bytes. */
export interface FrameSetup {
  /** Origin of the page, the base for paths like `/shell/…`. */
  page: string;
  /** The guest's entry. */
  entry: Script;
  /** Name of the global that holds the entry's container. */
  container: string;
  expose: string;
  /** The shell's initial scripts, which provide the shared packages; empty if the guest shares nothing. */
  shell: Script[];
  /** Optional frame code (frame/more.ts), if this guest or this browser needs it. */
  optionalCode: Script[];
}

/** What the page sends to the frame. */
export type ToFrame =
  /** The page's styles with inlined fonts. */
  | { kind: 'css'; css: string }
  | ({ kind: 'prepare' } & FrameSetup)
  | { kind: 'start'; facts: FormFacts }
  | { kind: 'answer'; id: number; value?: unknown; error?: string }
  | { kind: 'appearance'; appearance: Appearance }
  | { kind: 'ping' };

/** What the frame sends to the page, as JSON, so that the page can check the length before parsing. */
export type FromFrame =
  | { kind: 'file'; id: number; url: string }
  /** After mounting, on every change of size and as the answer to each ping: whether anything is visible. */
  | { kind: 'drawn'; height: number; isShown: boolean }
  | { kind: 'draft'; answers: unknown }
  | { kind: 'submit'; id: number; answers: unknown }
  | { kind: 'done' }
  | { kind: 'fail'; code: 'EXPORT_INVALID' | 'RENDER_FAILED'; message: string }
  /** The answer to a ping before mounting. */
  | { kind: 'pong' };

/** Margin for outlines at the frame's edges, in pixels, matching the offset of the page's own focus outlines. */
export const OUTLINE_MARGIN_PX = 8;

/** Global through which more.ts hands over its function. The frame's own script removes it immediately. */
export const OPTIONAL_CODE = '__lodestarMore';
