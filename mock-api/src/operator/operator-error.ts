/** What an operator can mend, in one sentence: shown without a stack. */
export class OperatorError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OperatorError';
  }
}
