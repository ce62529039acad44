import { fold } from '../fold.ts';
import type { Role } from '../roles.ts';
import { type FoundSetting, type Place, type PresentValues, settingPlaces } from './setting-places.ts';

const maxHits = 8;

/** Words that do not distinguish fields: small words, and verbs such as those for changing or finding something. */
const fillers = new Set(
  fold(
    'the a an of for to on in my our your is are how where what do i we and change edit set upload add new put make we us at with der die das den dem ' +
      'des ein eine einen mein meine unser unsere von vom zur zum im am und wie wo ist andern bearbeiten hochladen einstellen ' +
      'hinzufugen le la les l un une du de d des mon ma mes notre nos votre au aux et ou est comment modifier changer ajouter mettre pour sur ' +
      'el los las una del mi mis nuestro nuestra y donde como cambiar editar subir anadir poner para en ve bir icin nasil nerede degistir ' +
      'duzenle ekle yukle',
  ).split(' '),
);

const wordsOf = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** Returns the settings that match a text, best first, from the groups that a role may see. */
export function findSettings(text: string, role: Role, values: PresentValues = {}): FoundSetting[] {
  const asked = wordsOf(fold(text));
  const telling = asked.filter((word) => !fillers.has(word));
  const words = telling.length > 0 ? telling : asked;
  if (words.length === 0) return [];
  const said = asked.join(' ');
  const rated = settingPlaces(role, values).map((place) => ({
    place,
    ratings: words.map((word) => ratingOf(place, word, said)),
  }));
  // A word that occurs in few fields counts more than one that occurs in many.
  const weights = words.map((_, index) => {
    const called = rated.filter(({ ratings }) => ratings[index]! >= nameRating / 2).length;
    return Math.log(1 + rated.length / (called || rated.length));
  });
  const complete = rated.filter(({ ratings }) => !ratings.includes(0));
  // If no place has every word, some of the words are enough, but only in the name of a field.
  const fitting =
    complete.length > 0 ? complete : rated.filter(({ ratings }) => Math.max(...ratings) >= nameRating / 2);
  return fitting
    .map(({ place, ratings }) => ({
      place,
      score:
        ratings.reduce((sum, rating, index) => sum + rating * weights[index]!, 0) /
          weights.reduce((sum, weight) => sum + weight) +
        nameBonus(place, words, [said, words.join(' ')]),
    }))
    .sort((one, other) => other.score - one.score)
    .slice(0, maxHits)
    .map(({ place: { group, path, label, place } }) => ({ group, path, label, place }));
}

const nameRating = 10;
const contextRating = 3;
const presentRating = 2;

/** Returns how well a place matches a word, 0 for no match. A present value must contain the whole text. */
function ratingOf({ names, context, present }: Place, word: string, whole: string): number {
  return Math.max(
    ...names.map((name) => nameRating * likeness([...wordsOf(name), wordsOf(name).join('')], word)),
    ...context.map((text) => contextRating * likeness(wordsOf(text), word)),
    present.some((text) => wordsOf(text).join(' ').includes(whole)) ? presentRating : 0,
  );
}

/** Returns the addition for a name that equals the text, begins with it, or consists of some of its words. */
function nameBonus({ names, isSection }: Place, words: readonly string[], texts: readonly string[]): number {
  const bonuses = names.map((name, index) => {
    const parts = wordsOf(name);
    const said = parts.join(' ');
    if (texts.includes(said)) return index === 0 ? 42 : 40;
    if (texts.some((text) => said.startsWith(text))) return 15 + (5 * texts[0]!.length) / said.length;
    return parts.every((part) => words.includes(part)) ? (10 * parts.length) / words.length : 0;
  });
  // A field comes before the section with the same name.
  return Math.max(...bonuses, 0) - (isSection ? 0.5 : 0);
}

/** Returns from 0 to 1 how similar the asked word is to one of these words. */
function likeness(words: readonly string[], asked: string): number {
  let best = 0;
  for (const word of words) {
    if (word === asked) return 1;
    const common = commonStart(word, asked);
    if (word.startsWith(asked)) best = Math.max(best, 0.6 + 0.3 * (asked.length / word.length));
    else if (word.length >= 4 && asked.startsWith(word))
      best = Math.max(best, 0.3 + 0.4 * (word.length / asked.length));
    else if (asked.length >= 4 && word.includes(asked)) best = Math.max(best, 0.5);
    // The same word with another ending.
    else if (common >= 4 && common >= 0.6 * Math.max(word.length, asked.length)) best = Math.max(best, 0.5);
    // Compound words, as in German, whose last part carries the meaning.
    else if (word.length >= 5 && asked.endsWith(word))
      best = Math.max(best, 0.35 + 0.4 * (word.length / asked.length));
    else if (common >= 6) best = Math.max(best, 0.4);
  }
  return best;
}

function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
