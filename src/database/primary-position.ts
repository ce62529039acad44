/** How far the primary has written its log: a replica that has come as far shows everything that was stored until then. */
export interface PrimaryPosition {
  /** Asked after the call, so that everything is in it that was answered before. */
  now(): Promise<bigint>;
  /** At most a second old, and asked after the latest change of what visitors are shown. */
  recent(): Promise<bigint>;
}

const recentMs = 1000;

/** Asks the primary by `ask`, once for all who wait; `version` is what visitors are shown, nothing while that can not be told. */
export function createPrimaryPosition(
  ask: () => Promise<bigint>,
  version: () => number | undefined,
): PrimaryPosition {
  let running: Promise<bigint> | undefined;
  let next: Promise<bigint> | undefined;
  let kept: { position: bigint; version: number; askedAt: number } | undefined;

  const now = (): Promise<bigint> => {
    if (!running) {
      running = ask().finally(() => {
        running = undefined;
      });
      return running;
    }
    // The question that is under way was put before this call: whoever comes now shares the one after it.
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined;
        return now();
      });
    return next;
  };

  return {
    now,
    recent: async () => {
      const [known, askedAt] = [version(), performance.now()];
      if (known === undefined) return now();
      if (kept?.version === known && askedAt - kept.askedAt < recentMs) return kept.position;
      const position = await now();
      kept = { position, version: known, askedAt };
      return position;
    },
  };
}
