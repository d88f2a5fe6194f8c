#!/usr/bin/env node
import { runCommand } from '../../shell/commands/run-command.ts';
import { PlainError } from '../../shell/gateway/plain-error.ts';
import { CLAUSE_IDS } from './clauses.ts';
import { checkDeclared } from './declared.ts';
import { Findings, report } from './findings.ts';
import { inFolder } from './in-folder.ts';
import { readDeclared, takeRemote } from './source.ts';

const USAGE = `Holds a built surveys remote against the clauses of survey@1 that can be looked at without the product: remote.json,
files and size. The product's own repository has the others: npm run conformance.

  conformance https://surveys.example.org/1.0.0/remote.json
  conformance <folder with remote.json>`;

runCommand(async () => {
  const [where, ...rest] = process.argv.slice(2);
  if (where === undefined || where.startsWith('-') || rest.length > 0) throw new PlainError(USAGE);
  await inFolder(async (folder) => {
    await takeRemote(where, folder);
    const findings = new Findings();
    await checkDeclared(folder, await readDeclared(folder), findings);
    console.log(report(where, findings.all()));
    process.exitCode = findings.isBroken(...CLAUSE_IDS) ? 1 : 0;
  });
});
