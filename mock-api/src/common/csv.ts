/** Comma-separated values (RFC 4180) that spreadsheets open as text. */

/** Matches values that a spreadsheet would treat as a formula. */
const FORMULA = /^[\s]*[=+\-@\t\r]/;

/** Formats one value as text, never as a formula, quoted if needed. */
export function csvValue(value: string): string {
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Formats rows as a CSV file; the first row holds the column names. Starts with a byte order mark, by which
 * spreadsheets detect UTF-8.
 */
export function csvFile(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(csvValue).join(',')}\r\n`).join('')}`;
}
