import { PlainError } from 'server-kit/plain-error';
import type { Trust } from 'shared-ui/contract';
import type { Build } from '../build.ts';
import { type ClauseResult, clauseResult } from '../clause-result.ts';
import { digestOf, KIT_VERSION, parseReceipt, RECEIPT_FILE } from '../receipt.ts';

const AGAIN = "run npx conformance FOLDER (npm run conformance -- FOLDER in the product's repository)";

function faultsOf({ declaration, files, receipt: text }: Build): string[] {
  if (text === undefined)
    return [`there is no ${RECEIPT_FILE}: a sandboxed version needs the receipt of the conformance kit: ${AGAIN}`];
  const receipt = parseReceipt(text, RECEIPT_FILE);
  const { name, version, clauses, kit } = receipt;
  if (name !== declaration.name || version !== declaration.version) {
    return [`${RECEIPT_FILE}: "name" and "version" are ${name} ${version}: ${AGAIN}`];
  }
  if (receipt.digest !== digestOf(files)) return [`${RECEIPT_FILE}: "digest" is of other files than these: ${AGAIN}`];
  if (kit < KIT_VERSION) return [`${RECEIPT_FILE}: "kit" is ${kit}, an earlier one than ${KIT_VERSION}: ${AGAIN}`];
  const broken = Object.entries(clauses).filter(([, holds]) => holds !== 'yes');
  const problems = broken.map(([clause, holds]) => (holds === 'no' ? `${clause} failed` : `${clause} was not checked`));
  if (Object.keys(clauses).length === 0) problems.push('it lists no clause');
  return problems.map((what) => `${RECEIPT_FILE}: ${what}: ${AGAIN}`);
}

/** Checks that the conformance kit examined exactly these files and passed every clause. Teams' own code needs none. */
export function receiptClause(build: Build, trust: Trust): ClauseResult {
  if (trust === 'trusted') return clauseResult('receipt', [], "a team's own code needs none");
  try {
    return clauseResult('receipt', faultsOf(build), 'every clause of the conformance kit holds for these files');
  } catch (thrown) {
    if (thrown instanceof PlainError) return clauseResult('receipt', [`${thrown.message}: ${AGAIN}`], '');
    throw thrown;
  }
}
