import type { AnyTRPCProcedure } from '@trpc/server';
import type { ApiInputs, ApiOutputs } from '../../client/api/types.ts';
import type { AppRouter } from '../../src/router.ts';

type PathsOf<R> = {
  [K in keyof R & string]: R[K] extends AnyTRPCProcedure ? K : `${K}.${PathsOf<R[K]>}`;
}[keyof R & string];

/** The path of a procedure in the router, such as `jobs.list` or `trash.jobs.restore`. */
export type ProcedurePath = PathsOf<Pick<AppRouter, keyof ApiOutputs>>;

type At<T, P extends string> = P extends `${infer K}.${infer Rest}`
  ? At<T[K & keyof T], Rest>
  : T[P & keyof T];

export type InputOf<P extends ProcedurePath> = At<ApiInputs, P>;

/** The answer as the client receives it. Dates are texts. */
export type OutputOf<P extends ProcedurePath> = At<ApiOutputs, P>;

/** Some members of the input of a procedure, for `toMatchObject`. */
export type PartialInputOf<P extends ProcedurePath> = Partial<InputOf<P>>;
