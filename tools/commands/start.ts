import { askAsSecondPatient } from './running/demo-request.ts';
import { endWithFirst, runCommand, startEverything } from './running/running.ts';

/** Demo accounts to try first (docs/product-rules.md#demo-data). */
const ACCOUNTS = [
  ['patient@example.org', 'ER10000001', 'a patient, with a phone for the PIN'],
  ['second@example.org', 'ER10000002', 'a second patient'],
  ['professional@example.org', '', 'a hospital professional'],
  ['staff@example.org', '', "the hospital's desk; its second code is in the messages"],
  ['unvalidated@example.org', '', 'e-mail not validated yet'],
  ['review@example.com', '', 'account under review'],
  ['expired@example.org', 'ER10000006', 'trial expired'],
] as const;

function describeDemo(address: string): string {
  const accounts = ACCOUNTS.map(([email, code, what]) => `    ${email.padEnd(26)}${code.padEnd(13)}${what}`);
  return `  Messages sent      ${address}/outbox
  A hospital's feed  npm run hospital plays a day of HL7 messages in ten minutes

  Demo accounts, all with the password Demo-pass1 (wristband codes beside them, PIN in the messages or 1379):
${accounts.join('\n')}
`;
}

runCommand(async () => {
  const running = await startEverything(process.env, false);
  if (running.demo) await askAsSecondPatient(`http://127.0.0.1:${running.ports.api}`);
  const address = `http://localhost:${running.ports.gateway}`;
  console.log(`
  Lodestar runs at   ${address}
  API description    ${address}/api/docs
${running.demo ? describeDemo(address) : ''}
  Logs are in ${running.logs}. Ctrl-C ends everything.
`);
  await endWithFirst(running);
});
