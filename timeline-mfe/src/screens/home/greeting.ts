/** Which greeting suits an hour of the day, 0 to 23: morning until noon, evening from 18 and in the night until 5. */
export function greetingFor(hour: number): 'morning' | 'afternoon' | 'evening' {
  if (hour < 5 || hour >= 18) return 'evening';
  return hour < 12 ? 'morning' : 'afternoon';
}
