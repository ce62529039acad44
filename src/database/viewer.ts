import type { Role } from '../shared/roles.ts';

export interface ViewerToken {
  id: number;
  scopes: readonly string[];
  /** Calls that the token may make in a minute. */
  per_minute: number;
}

/** The name of a token in logs. Stored entries have it, so its form must not change. */
export function nameOfToken({ id }: Pick<ViewerToken, 'id'>): string {
  return `token:${id}`;
}

export interface Viewer {
  id: number;
  name: string;
  email: string;
  role: Role;
  /** 0 for a caller without a session, such as a program. */
  session_id: number;
  /** The token of a program. Absent when a person has signed in. */
  token?: ViewerToken;
}
