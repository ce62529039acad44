export function waitingTimeOf(seconds: number): { count: number; isMinutes: boolean } {
  return seconds > 90
    ? { count: Math.ceil(seconds / 60), isMinutes: true }
    : { count: Math.max(1, Math.ceil(seconds)), isMinutes: false };
}
