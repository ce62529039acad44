import type { Role } from '../shared/roles.ts';

/** The API token that a call was made with. */
export interface ViewerToken {
  id: number;
  scopes: readonly string[];
  /** How many calls the token may make in a minute. */
  per_minute: number;
}

/** Returns the name of a token in logs. This form must not change, because stored entries contain such names. */
export function nameOfToken({ id }: Pick<ViewerToken, 'id'>): string {
  return `token:${id}`;
}

export interface Viewer {
  id: number;
  name: string;
  email: string;
  role: Role;
  /** The id of the session. 0 for a caller without a session, such as a program. */
  session_id: number;
  /** The token of a program. Absent when a person has signed in. */
  token?: ViewerToken;
}
