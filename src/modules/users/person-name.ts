import type { Ctx } from '../../database/ctx.ts';
import type { Tables } from '../../database/tables.ts';
import { RuleBroken } from '../../shared/errors.ts';
import { appearanceOf, isImitation, mixesAlphabets } from '../../shared/look-alikes.ts';
import { programActors } from '../../shared/program-actors.ts';

type NamesCtx = Pick<Ctx, 'em'>;

/**
 * A sentence, or undefined. Two people may have one name, but not two names that look the same. A person's current name
 * is never refused.
 */
export async function findNameProblem(
  { em }: NamesCtx,
  id: number,
  name: string,
): Promise<string | undefined> {
  const db = em.getKysely<Tables>();
  const people = await db.selectFrom('users').select(['id', 'name']).execute();
  if (people.some((person) => person.id === id && person.name === name)) return undefined;
  const joined = (text: string) => appearanceOf(text).replaceAll(' ', '');
  if (programActors.some((actor) => joined(actor) === joined(name)))
    return 'In the log this is the name of the program, not of a person. Please choose another one.';
  if (mixesAlphabets(name))
    return 'A word of this name has letters of different alphabets, so it looks like another word. Please use one alphabet.';
  const other = people.find((person) => person.id !== id && isImitation(name, person.name));
  return (
    other && `This name looks like that of another person, ${other.name}, but has other letters or signs.`
  );
}

/** @throws {RuleBroken} for `name` */
export async function expectGoodName(ctx: NamesCtx, id: number, name: string): Promise<void> {
  const problem = await findNameProblem(ctx, id, name);
  if (problem) throw RuleBroken.of('name', problem);
}
