import { initTRPC } from '@trpc/server';
import type { Context } from './context.ts';
import { translate } from './errors.ts';
import type { Meta } from './rest.ts';

export const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    isDev: false,
    errorFormatter: ({ shape, error, ctx }) => {
      const { status, body } = translate(error);
      return {
        ...shape,
        message: body.message,
        data: { httpStatus: status, request_id: ctx?.request.id ?? '', ...body },
      };
    },
  });

export const { router, mergeRouters } = t;
