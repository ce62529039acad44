/** What people call what search engines and shared links show, by field. */
export const searchWords: Readonly<Record<string, string>> = {
  title_pattern:
    'browser title, title tag, page titles, SEO title, tab title, Seitentitel, Titel im Browser, SEO-Titel, titre des pages, balise titre, título de las páginas, título SEO, sayfa başlığı, SEO başlığı',
  home_title:
    'SEO title of the home page, Titel der Startseite, titre de la page d’accueil, título de la página de inicio, ana sayfa başlığı',
  description:
    'text in Google, how Google shows us, ranking, keywords, Text bei Google, gefunden werden, Schlagwörter, texte dans Google, mots clés, texto en Google, palabras clave, anahtar kelimeler, Google metni, meta description, SEO, SEO text, Google text, snippet, search result, Meta-Beschreibung, Suchergebnis, référencement, méta-description, posicionamiento, meta descripción, arama sonucu, meta açıklama, arama motoru optimizasyonu',
  picture:
    'picture when shared, WhatsApp preview, Facebook picture, Bild für Facebook, photo de partage, foto al compartir, paylaşım görseli, share picture, share image, social image, preview picture, Open Graph, og:image, link preview, Vorschaubild, Bild beim Teilen, Linkvorschau, image de partage, aperçu du lien, imagen para compartir, vista previa del enlace, paylaşım resmi, bağlantı önizlemesi',
  is_hidden:
    'search engine indexing, do not index, Indexierung verhindern, nicht indexieren, ne pas indexer, no indexar, indeksleme, hide from Google, noindex, robots, invisible, not on Google, private site, block search engines, vor Google verbergen, Suchmaschinen ausschließen, nicht bei Google, cacher de Google, masquer aux moteurs de recherche, ocultar de Google, no aparecer en Google, Google’dan gizle, arama motorlarından gizle',
  google:
    'Google Search Console, verify the site, site verification, Google bestätigen, Inhaberschaft, validation Google, verificación de Google, Google doğrulama',
  bing: 'Bing Webmaster Tools, Microsoft, Bing bestätigen, validation Bing, verificación de Bing, Bing doğrulama',
};
