import { z } from 'zod';
import type { Ctx, ReadCtx, SignedInCtx } from '../../database/ctx.ts';
import { sendEvent } from '../../database/events/events.ts';
import { Id, Success, Timestamp } from '../../shared/fields.ts';
import { can } from '../../shared/grants.ts';
import { type EditedKind, editedKinds } from '../../shared/module-facts.ts';
import { parseRole } from '../../shared/roles.ts';
import type { SignedInContext } from '../../trpc/context.ts';
import { editingTopic } from '../../trpc/presence.ts';
import { allowed, router } from '../../trpc/procedures.ts';

const Opening = z.string().regex(/^[\w-]{8,64}$/, 'The name of the opening is not valid');

const Opened = z.object({ item_id: Id, opening: Opening });
type Opened = z.output<typeof Opened>;

const Colleague = z.object({
  name: z.string(),
  is_here: z.boolean(),
  /** When the person's unsaved input was first stored. Null if there is no unsaved input. */
  unsaved_since: Timestamp.nullable(),
});
type Colleague = z.output<typeof Colleague>;

const Colleagues = z.object({ colleagues: z.array(Colleague) });

/**
 * The topic of events that announce that somebody has opened or closed a form, or that unsaved input appeared
 * or disappeared. The text of such an event is the name of the module.
 */
export const editingChanged = 'editing-changed';

/** The maximum number of colleagues that a form shows. */
const maxShown = 20;

/** Makes the open forms of a module request again who else has the same row open. */
export function tellEditingChanged(tx: Pick<Ctx, 'em'>, module: EditedKind): Promise<void> {
  return sendEvent(tx, editingChanged, module);
}

/**
 * Makes the open forms of all modules request again who else has the same row open. Call this function when a person
 * loses access.
 */
export async function tellPersonGone(tx: Pick<Ctx, 'em'>): Promise<void> {
  for (const module of editedKinds) await tellEditingChanged(tx, module);
}

/**
 * Records that the caller has the form of a row open. Returns the other people who have this form open or
 * have unsaved input for the row.
 */
async function recordFormOpened(
  ctx: SignedInContext,
  module: EditedKind,
  { item_id, opening }: Opened,
): Promise<{ colleagues: Colleague[] }> {
  const { id, name } = ctx.viewer;
  const isNew = !ctx.presence.has(id, opening);
  await sendEvent(ctx, editingTopic, JSON.stringify({ opening, module, item_id, user_id: id, name }));
  if (isNew) await tellEditingChanged(ctx, module);
  return { colleagues: await listColleagues(ctx, module, item_id) };
}

async function recordFormClosed(
  ctx: SignedInContext,
  module: EditedKind,
  { opening }: Pick<Opened, 'opening'>,
): Promise<{ success: true }> {
  const user_id = ctx.viewer.id;
  // Sent even if this instance does not know of the opening, because another instance may know of it.
  await sendEvent(ctx, editingTopic, JSON.stringify({ opening, user_id, isGone: true }));
  await tellEditingChanged(ctx, module);
  return { success: true };
}

async function listColleagues(
  { read, presence, viewer }: SignedInCtx & Pick<SignedInContext, 'presence'>,
  module: EditedKind,
  item_id: number,
): Promise<Colleague[]> {
  const found = new Map<number, Colleague>();
  const openings = presence.at(module, item_id);
  const editors = await readEditors(
    { read },
    module,
    openings.map(({ user_id }) => user_id),
  );
  for (const { user_id, name } of openings) {
    if (editors.has(user_id)) found.set(user_id, { name, is_here: true, unsaved_since: null });
  }
  for (const { user_id, name, since } of await readCopies({ read }, module, item_id)) {
    const unsaved_since = new Date(since).toISOString();
    found.set(user_id, { name, is_here: found.has(user_id), unsaved_since });
  }
  found.delete(viewer.id);
  return [...found.values()].slice(0, maxShown);
}

/**
 * Returns the ids of those people who are signed in and may edit the module. This check is necessary, because an open
 * form remains recorded for a while after the person has signed out.
 */
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
  return role !== undefined && can(role, `${module}:manage`);
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
  const permitted = allowed(`${name}:manage`);
  return router({
    open: permitted
      .input(Opened)
      .output(Colleagues)
      .mutation(({ ctx, input }) => recordFormOpened(ctx, name, input)),

    close: permitted
      .input(Opened.pick({ opening: true }))
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
