import { useEffect, useRef } from 'react';
import { trpc } from '../../lib/trpc.ts';

/** A session that is not remembered ends after 12 idle hours; the server notes its use once a minute at most. */
const tellEveryMs = 2 * 60_000;

/** Tells the server now and then that somebody is typing, so that their session does not end meanwhile. */
export function useTypingActivity(draft: unknown): void {
  const { client } = trpc.useUtils();
  const last = useRef({ draft, at: Date.now() });
  useEffect(() => {
    if (last.current.draft === draft) return;
    last.current.draft = draft;
    if (Date.now() - last.current.at < tellEveryMs) return;
    last.current.at = Date.now();
    // Whatever became of it: the next save will tell.
    client.auth.user.query().catch(() => {});
  }, [draft, client]);
}
