/** One error in a remote under development. */
export interface DevError {
  message: string;
  /** Source file, relative to the package's folder, e.g. `src/feature.tsx`. */
  file?: string;
  line?: number;
  column?: number;
}

/** Errors in a remote that the dev command has found. */
export interface DevState {
  types: DevError[];
  build: DevError[];
}

/** Error seen by a page while a development build of a remote runs. */
export interface RunTimeError extends DevError {
  /** Name and version, e.g. `surveys@1.0.0-dev.3`. */
  remote: string;
  /** Loading step that failed, e.g. `RENDER_FAILED`; absent for errors in the remote's own code after loading. */
  code?: string;
  /** Raw stack trace from the browser, with positions in the built files. */
  stack?: string;
}
