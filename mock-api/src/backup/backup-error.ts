/** An error that the operator can fix. Its message is one sentence, shown without a stack trace. */
export class BackupError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BackupError';
  }
}
