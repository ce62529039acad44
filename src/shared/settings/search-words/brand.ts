/** What people call the look of the site, by field. */
export const brandWords: Readonly<Record<string, string>> = {
  accent:
    'button colour, link colour, orange, blue, green, Knopffarbe, Linkfarbe, couleur des boutons, couleur des liens, color de los botones, düğme rengi, colour, color, colours, colors, brand colour, main colour, accent, primary colour, colour scheme, palette, theme colour, hex, Farbe, Farben, Hausfarbe, Akzentfarbe, Farbschema, Firmenfarbe, couleur, couleurs, couleur principale, teinte, color principal, colores, color corporativo, renk, renkler, ana renk, kurumsal renk',
  paper:
    'white page, page tint, Seitenfarbe, papier, papel, kâğıt, background colour, page colour, Hintergrund, Hintergrundfarbe, fond, arrière-plan, couleur de fond, fondo, color de fondo, arka plan, zemin',
  corners:
    'eckig, rechtwinklig, abgerundet, carré, arrondi, cuadrado, redondo, köşeli, rounded corners, border radius, round, square, edges, runde Ecken, abgerundete Ecken, Ecken, Abrundung, coins, coins arrondis, bords, esquinas, bordes redondeados, esquinas redondeadas, köşe, köşeler, yuvarlak köşeler',
  heading_font:
    'font of titles, Schrift der Titel, police des titres, fuente de los títulos, başlık yazı tipi, font, typeface, typography, fonts, lettering, Schrift, Schriftart, Schriften, Typografie, police, polices, police de caractères, typographie, fuente, tipografía, tipo de letra, letra, yazı tipi, font',
  drawings:
    'cartoons, sketches, turn the drawings off, Skizzen, croquis, bocetos, eskiz, illustrations, graphics, artwork, pictures of the site, Zeichnungen, Illustrationen, Grafiken, dessins, illustrations du site, dibujos, ilustraciones, çizimler, illüstrasyonlar',
  logo: 'upload a logo, new logo, our logo, logo size, neues Logo, nouveau logo, nuevo logo, yeni logo, company logo, brand mark, emblem, Firmenlogo, Logo hochladen, Signet, logo de l’entreprise, logotype, logotipo, logo de la empresa, logo yükle, şirket logosu, amblem',
  logo_dark:
    'logo on black, logo for dark background, logo auf Schwarz, logo für dunklen Hintergrund, logo sur fond noir, logo fond sombre, logo sobre fondo negro, logo fondo oscuro, siyah zemin logosu, logo for dark mode, white logo, dark mode, Logo dunkel, helles Logo, Dunkelmodus, logo mode sombre, logo blanc, logo modo oscuro, koyu mod logosu',
  icon: 'favicon, browser icon, tab icon, app icon, site icon, Browser-Symbol, Seitensymbol, App-Symbol, icône, icône du site, icono, icono del navegador, simge, site simgesi',
};
