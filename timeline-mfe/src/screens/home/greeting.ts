/** Returns the greeting for an hour of the day (0 to 23): evening from 18 until 5, morning until 12. */
export function greetingFor(hour: number): 'morning' | 'afternoon' | 'evening' {
  if (hour < 5 || hour >= 18) return 'evening';
  return hour < 12 ? 'morning' : 'afternoon';
}
