#!/usr/bin/env node
import { resolve } from 'node:path';
import { PlainError, runCommand } from '../../gateway/common/plain-error.ts';
import { CLAUSE_IDS } from './clauses.ts';
import { checkDeclared } from './declared.ts';
import { Findings, report } from './findings.ts';
import { inFolder, readDeclared, takeRemote } from './source.ts';

const USAGE = `Checks a built surveys remote against the clauses of survey@1 that don't need the product: remote.json, files and size.
For all clauses and the receipt, run npm run conformance in a clone of the product's repository.

  conformance https://surveys.example.org/1.0.0/remote.json
  conformance <folder with remote.json>`;

/** Returns how to check the remaining clauses for the given build. */
function remainingClauses(where: string): string {
  const isAddress = /^https?:/.test(where);
  const given = isAddress
    ? `${where} --receipt conformance.json`
    : resolve(process.env.INIT_CWD ?? process.cwd(), where);
  return `The clauses marked "–" need the running product. In a clone of its repository:

  npm run conformance -- ${given}

That checks all of them and writes the receipt that can-i-publish requires: conformance.json${isAddress ? '' : ', beside remote.json'}.`;
}

runCommand(async () => {
  const [where, ...rest] = process.argv.slice(2);
  if (where === undefined || where.startsWith('-') || rest.length > 0) throw new PlainError(USAGE);
  await inFolder(async (folder) => {
    await takeRemote(where, folder);
    const findings = new Findings();
    await checkDeclared(folder, await readDeclared(folder), findings);
    console.log(`${report(where, findings.all())}\n\n${remainingClauses(where)}`);
    process.exitCode = findings.isBroken(...CLAUSE_IDS) ? 1 : 0;
  });
});
