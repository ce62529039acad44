import { useEffect, useRef } from 'react';
import { trpc } from '../../api/trpc.ts';

/**
 * The interval of the reports. A session that is not remembered ends after 12 idle hours, and the server
 * records its use at most once a minute.
 */
const tellEveryMs = 2 * 60_000;

/** Reports typing to the server at intervals, so that the session does not end meanwhile. */
export function useSessionKeepAlive(draft: unknown): void {
  const { client } = trpc.useUtils();
  const last = useRef({ draft, at: Date.now() });
  useEffect(() => {
    if (last.current.draft === draft) return;
    last.current.draft = draft;
    if (Date.now() - last.current.at < tellEveryMs) return;
    last.current.at = Date.now();
    // A failure is ignored: the next save reports it.
    client.auth.user.query().catch(() => {});
  }, [draft, client]);
}
