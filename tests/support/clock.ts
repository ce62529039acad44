/** A clock that moves only when a test moves it. */
export interface Clock {
  now: () => Date;
  forward(milliseconds: number): void;
  /** Sets the clock back to the time of its creation. */
  reset(): void;
}

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Begins at noon of today, so that a test that moves it by minutes never passes midnight. */
export function stoppedClock(start = new Date().setUTCHours(12, 0, 0, 0)): Clock {
  let moment = start;
  return {
    now: () => new Date(moment),
    forward: (milliseconds) => {
      moment += milliseconds;
    },
    reset: () => {
      moment = start;
    },
  };
}
