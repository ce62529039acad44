// Adds the fonts for headings to the built files. The style sheet of a look names the chosen one.
import.meta.glob('./*.woff2', { eager: true, query: '?url' });
