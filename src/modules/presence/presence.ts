import { z } from 'zod';
import type { Ctx, ReadCtx, SignedInCtx } from '../../database/ctx.ts';
import { sendEvent } from '../../database/events/events.ts';
import { Id, Success, Timestamp } from '../../shared/fields.ts';
import { hasGrant } from '../../shared/grants.ts';
import { type EditedKind, editedKinds } from '../../shared/module-facts.ts';
import { parseRole } from '../../shared/roles.ts';
import type { SignedInContext } from '../../trpc/context.ts';
import { presenceTopic } from '../../trpc/presence.ts';
import { procedureWithGrant, router } from '../../trpc/procedures.ts';

const Opening = z.string().regex(/^[\w-]{8,64}$/, 'The name of the opening is not valid');

const OpenForm = z.object({ item_id: Id, opening: Opening });
type OpenForm = z.output<typeof OpenForm>;

const Colleague = z.object({
  name: z.string(),
  is_here: z.boolean(),
  /** Null without unsaved input. */
  unsaved_since: Timestamp.nullable(),
  /** Set for another opening of the viewer's own. */
  is_self: z.literal(true).optional(),
});
type Colleague = z.output<typeof Colleague>;

const Colleagues = z.object({ colleagues: z.array(Colleague) });

/**
 * Somebody has opened or closed a form, or unsaved input came or went. The text of the event is the name of the module.
 */
export const presenceChangedTopic = 'editing-changed';

const maxShown = 20;

/** Makes the open forms of a module ask again who else is there. */
export function publishPresenceChange(tx: Pick<Ctx, 'em'>, module: EditedKind): Promise<void> {
  return sendEvent(tx, presenceChangedTopic, module);
}

/** For a person who loses access. */
export async function publishDeparture(tx: Pick<Ctx, 'em'>): Promise<void> {
  for (const module of editedKinds) await publishPresenceChange(tx, module);
}

/** Returns who else has the form open, or unsaved input for the row. */
async function recordFormOpened(
  ctx: SignedInContext,
  module: EditedKind,
  { item_id, opening }: OpenForm,
): Promise<{ colleagues: Colleague[] }> {
  const { id, name } = ctx.viewer;
  const isNew = !ctx.presence.has(id, opening);
  await sendEvent(ctx, presenceTopic, JSON.stringify({ opening, module, item_id, user_id: id, name }));
  if (isNew) await publishPresenceChange(ctx, module);
  return { colleagues: await listColleagues(ctx, module, { item_id, opening }) };
}

async function recordFormClosed(
  ctx: SignedInContext,
  module: EditedKind,
  { opening }: Pick<OpenForm, 'opening'>,
): Promise<{ success: true }> {
  const user_id = ctx.viewer.id;
  // Also when this instance does not know the opening: another one may.
  await sendEvent(ctx, presenceTopic, JSON.stringify({ opening, user_id, isGone: true }));
  await publishPresenceChange(ctx, module);
  return { success: true };
}

async function listColleagues(
  { read, presence, viewer }: SignedInCtx & Pick<SignedInContext, 'presence'>,
  module: EditedKind,
  { item_id, opening: own }: OpenForm,
): Promise<Colleague[]> {
  const colleagues = new Map<number, Colleague>();
  const openings = presence.at(module, item_id);
  const editors = await readEditors(
    { read },
    module,
    openings.map(({ user_id }) => user_id),
  );
  for (const { user_id, name } of openings) {
    if (editors.has(user_id)) colleagues.set(user_id, { name, is_here: true, unsaved_since: null });
  }
  for (const { user_id, name, since } of await readCopies({ read }, module, item_id)) {
    const unsaved_since = new Date(since).toISOString();
    colleagues.set(user_id, { name, is_here: colleagues.has(user_id), unsaved_since });
  }
  colleagues.delete(viewer.id);
  const isOpenElsewhere = openings.some(({ user_id, opening }) => user_id === viewer.id && opening !== own);
  const self = { name: viewer.name, is_here: true, unsaved_since: null, is_self: true as const };
  return [...(isOpenElsewhere ? [self] : []), ...colleagues.values()].slice(0, maxShown);
}

/** An open form stays recorded for a while after its person has signed out. */
async function readEditors({ read }: ReadCtx, module: EditedKind, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const people = await read
    .selectFrom('users')
    .where('id', 'in', ids)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('sessions').select('sessions.id').whereRef('sessions.user_id', '=', 'users.id')),
    )
    .select(['id', 'role'])
    .execute();
  const editors = people.filter(({ role }) => mayEdit(role, module));
  return new Set(editors.map(({ id }) => id));
}

function mayEdit(stored: string, module: EditedKind): boolean {
  const role = parseRole(stored);
  return role !== undefined && hasGrant(role, `${module}:manage`);
}

function readCopies({ read }: ReadCtx, module: EditedKind, item_id: number) {
  return read
    .selectFrom('working_copies')
    .innerJoin('users', 'users.id', 'working_copies.user_id')
    .where('module', '=', module)
    .where('item_id', '=', item_id)
    .select(['user_id', 'name', 'since'])
    .orderBy('since', 'desc')
    .limit(maxShown)
    .execute();
}

function presenceOf(name: EditedKind) {
  const permitted = procedureWithGrant(`${name}:manage`);
  return router({
    open: permitted
      .input(OpenForm)
      .output(Colleagues)
      .mutation(({ ctx, input }) => recordFormOpened(ctx, name, input)),

    close: permitted
      .input(OpenForm.pick({ opening: true }))
      .output(Success)
      .mutation(({ ctx, input }) => recordFormClosed(ctx, name, input)),
  });
}

export const presenceRouter = router(
  Object.fromEntries(editedKinds.map((name) => [name, presenceOf(name)])) as Record<
    EditedKind,
    ReturnType<typeof presenceOf>
  >,
);
