/** One thing that is wrong with a remote under development. */
export interface DevError {
  message: string;
  /** The source, relative to the package's folder, e.g. `src/feature.tsx`. */
  file?: string;
  line?: number;
  column?: number;
}

/** What the dev command knows to be wrong with a remote. */
export interface DevState {
  types: DevError[];
  build: DevError[];
}

/** What a page sees go wrong while a development build of a remote runs. */
export interface RunTimeError extends DevError {
  /** Name and version, e.g. `surveys@1.0.0-dev.3`. */
  remote: string;
  /** The step of loading that failed, e.g. `RENDER_FAILED`; absent for an error in the remote's own code after that. */
  code?: string;
  /** As the browser wrote it, with positions in the built files. */
  stack?: string;
}
