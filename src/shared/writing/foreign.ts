const tags =
  'p|h[234]|[uo]l|li|blockquote|pre|code|[hb]r|strong|em|u|s|a|su[bp]|table|caption|thead|tbody|tr|t[dh]|figure|figcaption|aside|img';
const names =
  'href|rel|dir|start|type|colspan|rowspan|scope|alt|data-kind|data-width|data-embed|data-media|data-absent';
const attributes = `(?:(?:${names})="|class="language-|id="place-)[^"<>]*"`;
const foreign = new RegExp(`<(?!/?(?:${tags})(?: ${attributes})*(?: /)?>)[a-z/!?]`, 'i');

/**
 * Returns whether a text has a tag that stored texts never have. Another program wrote such a text, so its styles and
 * empty paragraphs mean something else than those of a stored text.
 */
export function isForeign(html: string): boolean {
  return foreign.test(html);
}

/** Counts the end tags that follow. The text is searched once, when the first element asks. */
export function createEndTags(html: string) {
  let all: Map<string, number> | undefined;
  const passed = new Map<string, number>();
  const countAll = () => {
    const counts = new Map<string, number>();
    for (const [, tag = ''] of html.matchAll(/<\/([a-z][^\s/>]{0,39})/gi)) {
      const name = tag.toLowerCase();
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    return counts;
  };
  return {
    follow: (name: string): boolean => {
      all ??= countAll();
      return (all.get(name) ?? 0) > (passed.get(name) ?? 0);
    },
    pass: (name: string) => {
      passed.set(name, (passed.get(name) ?? 0) + 1);
    },
  };
}
