/** A clock that stands still until a test moves it. */
export interface Clock {
  now: () => Date;
  forward(milliseconds: number): void;
}

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Starts at the present moment. */
export function stoppedClock(): Clock {
  let moment = Date.now();
  return {
    now: () => new Date(moment),
    forward: (milliseconds) => {
      moment += milliseconds;
    },
  };
}
