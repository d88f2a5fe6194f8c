/** Comma-separated values (RFC 4180) that spreadsheets open as text. */

/** A spreadsheet takes what begins like this for a formula. */
const FORMULA = /^[\s]*[=+\-@\t\r]/;

/** One value: as text, never as a formula, in quotes where it needs them. */
export function csvValue(value: string): string {
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A file of rows, the first of them the names of the columns; it begins with the mark by which spreadsheets know UTF-8. */
export function csvFile(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(csvValue).join(',')}\r\n`).join('')}`;
}
