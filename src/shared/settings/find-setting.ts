import { fold } from '../fold.ts';
import type { Role } from '../roles.ts';
import {
  type FoundSetting,
  type SettingPlace,
  type LoadedValues,
  settingPlaces,
} from './searchable-settings.ts';

const maxHits = 8;

/**
 * Words that are ignored, because many searches contain them. Examples are articles, and verbs such as
 * "change".
 */
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

/**
 * Returns the settings that match a search text, at most eight and the best first. Groups that the role may
 * not read are left out.
 */
export function findSettings(text: string, role: Role, values: LoadedValues = {}): FoundSetting[] {
  const asked = wordsOf(fold(text));
  const telling = asked.filter((word) => !fillers.has(word));
  const words = telling.length > 0 ? telling : asked;
  if (words.length === 0) return [];
  const said = asked.join(' ');
  const rated = settingPlaces(role, values).map((place) => ({
    place,
    ratings: words.map((word) => ratingOf(place, word, said)),
  }));
  // A rare word has a higher weight than a word that many fields have.
  const weights = words.map((_, index) => {
    const called = rated.filter(({ ratings }) => ratings[index]! >= nameRating / 2).length;
    return Math.log(1 + rated.length / (called || rated.length));
  });
  const complete = rated.filter(({ ratings }) => !ratings.includes(0));
  // If no place matches every word, the search uses the places whose name matches one word well.
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

/**
 * Returns how well a place matches a word, or 0 if it does not match. A present value matches only if it
 * contains the whole search text.
 */
function ratingOf({ names, context, present }: SettingPlace, word: string, whole: string): number {
  return Math.max(
    ...names.map((name) => nameRating * likeness([...wordsOf(name), wordsOf(name).join('')], word)),
    ...context.map((text) => contextRating * likeness(wordsOf(text), word)),
    present.some((text) => wordsOf(text).join(' ').includes(whole)) ? presentRating : 0,
  );
}

/**
 * Returns the bonus of a place whose name equals the search text, begins with the search text, or has only words of the
 * search text.
 */
function nameBonus(
  { names, isSection }: SettingPlace,
  words: readonly string[],
  texts: readonly string[],
): number {
  const bonuses = names.map((name, index) => {
    const parts = wordsOf(name);
    const said = parts.join(' ');
    if (texts.includes(said)) return index === 0 ? 42 : 40;
    if (texts.some((text) => said.startsWith(text))) return 15 + (5 * texts[0]!.length) / said.length;
    return parts.every((part) => words.includes(part)) ? (10 * parts.length) / words.length : 0;
  });
  // If two names are equal, a field comes before a section.
  return Math.max(...bonuses, 0) - (isSection ? 0.5 : 0);
}

/** Returns how similar a word of the search is to the most similar of these words, from 0 to 1. */
function likeness(words: readonly string[], asked: string): number {
  let best = 0;
  for (const word of words) {
    if (word === asked) return 1;
    const common = commonStart(word, asked);
    if (word.startsWith(asked)) best = Math.max(best, 0.6 + 0.3 * (asked.length / word.length));
    else if (word.length >= 4 && asked.startsWith(word))
      best = Math.max(best, 0.3 + 0.4 * (word.length / asked.length));
    else if (asked.length >= 4 && word.includes(asked)) best = Math.max(best, 0.5);
    // Matches the same word with a different ending.
    else if (common >= 4 && common >= 0.6 * Math.max(word.length, asked.length)) best = Math.max(best, 0.5);
    // Matches compound words, as in German, by their last part, which has the main meaning.
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
