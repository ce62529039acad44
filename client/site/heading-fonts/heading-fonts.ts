// Adds the fonts for headings to the built files. The style sheet of a look names the font that was chosen.
import.meta.glob('./*.woff2', { eager: true, query: '?url' });
