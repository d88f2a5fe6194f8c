/** A line of a plan, with its time (HH:MM) if it begins with one. */
export interface TimedLine {
  text: string;
  at?: string;
}

/** A time at the beginning of a line: "8:00", "15:30", "15 h 30", "15 h" or "3:30 p.m.". */
const TIME = /^(\d{1,2})(?:\s*[:h]\s*([0-5]\d)|\s*h)(?:\s*([ap])\.?\s?m\.?)?(?=$|[\s,])[\s,]*/i;

/** Reads lines of text, each a step or a person, with a time first if there is one. Empty lines are left out. */
export function toTimedLines(text: string): TimedLine[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter(Boolean).map((line) => {
    const [whole = '', hour = '', minutes = '00', half = ''] = TIME.exec(line) ?? [];
    const rest = line.slice(whole.length).trim();
    const hours = half === '' ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
    if (whole === '' || rest === '' || hours > 23) return { text: line };
    return { text: rest, at: `${String(hours).padStart(2, '0')}:${minutes}` };
  });
}
