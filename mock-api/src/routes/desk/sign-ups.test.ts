import assert from 'node:assert/strict';
import { it } from 'node:test';
import { csvFile, csvValue } from './sign-ups.ts';

it('values that look like spreadsheet formulas are exported as text', () => {
  const ascii = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '  =HYPERLINK("x")', '\u200b=1'];
  const fullWidth = ['＝1+1', '＋1', '－1', '＠SUM(A1)', ' ＝1'];
  for (const formula of [...ascii, ...fullWidth]) assert.match(csvValue(formula), /^"?'/, formula);
  for (const text of ['Noor', 'kim@example.org', 'a=b', '']) assert.equal(csvValue(text), text);
});

it('quotes, commas and line breaks inside a value do not end it', () => {
  assert.equal(csvValue('Lee, "Sam"\nJr'), '"Lee, ""Sam""\nJr"');
  const rows = ['name,city', 'Noor,Trois-Rivières'];
  assert.equal(csvFile(rows.map((row) => row.split(','))), `\ufeff${rows.join('\r\n')}\r\n`);
});
