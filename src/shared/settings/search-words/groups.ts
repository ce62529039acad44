import type { GroupName } from '../groups.ts';
import { companySearchWords } from './company.ts';
import { pagesSearchWords } from './pages.ts';

/** Words with which people look for the switch of a part of the site. */
const off =
  'page, part of the site, Seite, página, sayfa, no longer needed, not needed, switch off, turn off, disable, remove, hide, switch on, enable, abschalten, verstecken, entfernen, löschen, weglassen, ohne, ausschalten, ausblenden, deaktivieren, désactiver, supprimer, enlever, cacher, retirer, sans, masquer, desactivar, quitar, eliminar, esconder, sin, ocultar, kapat, kaldır, sil, istemiyorum, gizle';

/**
 * The search words of each group in the languages of the site, by the path of the field. The words under `''`
 * belong to every field of the group.
 */
export const settingSearchWords: Record<GroupName, Readonly<Record<string, string>>> = {
  company: companySearchWords,
  brand: {
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
  },
  pages: pagesSearchWords,
  lists: {
    services:
      'was wir anbieten, was wir machen, ce que nous faisons, ce que nous proposons, lo que hacemos, lo que ofrecemos, ne yapıyoruz, list of services, menu of services, Preisliste, tarifs, tarifas, our services, change the services, Dienstleistung, prestation, servicio, hizmet, service, what we offer, offers, products, price list, Leistungen, Dienstleistungen, Angebot, Angebote, prestations, nos services, offres, servicios, productos, oferta, hizmetler, hizmetlerimiz, ürünler',
    highlights:
      'advantages, reasons, why us, unique selling points, Vorteile, Stärken, Warum wir, atouts, avantages, points forts, ventajas, por qué nosotros, avantajlar, öne çıkanlar, neden biz',
    values:
      'what we stand for, wofür wir stehen, ce qui compte pour nous, lo que nos importa, company values, principles, Werte, Grundsätze, Firmenwerte, valeurs, principes, valores, principios, değerler, değerlerimiz, ilkeler',
    achievements:
      'Meilensteine, Statistik, Preise und Auszeichnungen, prix gagnés, premios ganados, istatistikler, numbers, figures, statistics, awards, facts and figures, milestones, Zahlen, Erfolge, Auszeichnungen, Kennzahlen, chiffres, chiffres clés, réussites, récompenses, cifras, logros, premios, estadísticas, rakamlar, başarılar, ödüller',
    company_life:
      'cards of the home page, culture, life at the company, Firmenleben, Unternehmenskultur, Karten der Startseite, vie de l’entreprise, culture d’entreprise, vida en la empresa, cultura, şirket hayatı, şirket kültürü',
  },
  choices: {
    blog_categories:
      'categories of posts, sort posts, Kategorien der Beiträge, Themen der Beiträge, catégories d’articles, categorías de artículos, yazı kategorileri, categories, category, topics, post categories, news categories, Kategorien, Kategorie, Themen, Rubriken, Blogkategorien, catégories, rubriques, thèmes, catégories du blog, categorías, temas, categorías del blog, kategoriler, konular, blog kategorileri',
    portfolio_categories:
      'sort projects, Kategorien der Projekte, catégories de réalisations, categorías de trabajos, projelerin kategorileri, project categories, kinds of projects, Projektkategorien, Projektarten, catégories de projets, types de projets, categorías de proyectos, tipos de proyectos, proje kategorileri',
    team_sections:
      'departments, divisions, groups of people, Abteilungen, Bereiche, Teams, départements, services de l’équipe, pôles, departamentos, áreas, departmanlar, bölümler, birimler',
    team_roles:
      'staff roles, professions, Funktionen im Team, rôles, roles, ekip rolleri, roles, positions of people, job title, Berufe, Berufsbezeichnungen, Stellenbezeichnungen, Positionen, Funktionen, postes, fonctions, intitulés de poste, métiers, cargos, puestos, profesiones, unvanlar, görevler, meslekler, pozisyonlar',
    job_types:
      'full-time, part-time, kinds of employment, Vollzeit, Teilzeit, Arbeitszeit, Beschäftigungsart, temps plein, temps partiel, type de contrat, CDI, jornada completa, media jornada, tipo de contrato, tam zamanlı, yarı zamanlı, çalışma şekli',
  },
  navigation: {
    header:
      'order of the menu, Reihenfolge im Menü, ordre du menu, orden del menú, menü sırası, menüye sayfa ekle, tabs, pages in the menu, Reiter, Seiten im Menü, onglets, pages du menu, páginas del menú, sekmeler, menu item, rename a menu entry, add a page to the menu, remove from the menu, Menüpunkt, Menüeintrag, élément du menu, elemento del menú, menü öğesi, menu, main menu, navigation, nav bar, top bar, links at the top, order of the menu, Menü, Hauptmenü, Navigation, Kopfzeile, Menüpunkte, menu principal, barre de navigation, en-tête, menú, menú principal, barra de navegación, cabecera, menü, ana menü, gezinme çubuğu, üst bilgi',
    contact_label:
      'contact button, button at the top, Kontaktknopf, Kontakt-Schaltfläche, bouton de contact, botón de contacto, iletişim düğmesi',
    footer:
      'Fuß der Seite, Seitenende, unten auf der Seite, bas de page, parte de abajo, sayfanın altı, footer, footer links, links at the bottom, bottom of the page, Fußzeile, Footer, Links unten, pied de page, liens du bas, pie de página, enlaces del pie, alt bilgi, sayfa altı, footer bağlantıları',
    footer_more:
      'more footer links, further links, partners, weitere Links, Partner, autres liens, liens utiles, otros enlaces, socios, diğer bağlantılar, ortaklar',
  },
  legal: {
    privacy:
      'data we collect, tracking, gizlilik metni, visitor data, privacy notice, privacy statement, Datenschutzhinweise, protection des données, aviso de privacidad, aydınlatma metni, privacy policy, data protection, GDPR, personal data, Datenschutz, Datenschutzerklärung, DSGVO, confidentialité, politique de confidentialité, données personnelles, RGPD, privacidad, política de privacidad, protección de datos, gizlilik, gizlilik politikası, KVKK, kişisel veriler',
    imprint:
      'legal text, legal page, Rechtliches, rechtlicher Text, texte légal, texto legal, yasal metin, publisher, responsible for the content, legal information, verantwortlich, Anbieter, éditeur du site, informations légales, información legal, titular de la web, legal notice, site notice, company details, Impressum, Anbieterkennzeichnung, mentions légales, aviso legal, künye, yasal bilgiler, yasal uyarı',
    terms:
      'return policy, returns, refunds, warranty, delivery, Widerruf, Rückgabe, Garantie, retours, remboursement, devoluciones, garantía, iade, terms of sale, sales conditions, Verkaufsbedingungen, Lieferbedingungen, conditions de vente, conditions d’utilisation, condiciones de venta, satış koşulları, terms and conditions, terms of service, conditions, general terms, AGB, Geschäftsbedingungen, Nutzungsbedingungen, CGV, CGU, conditions générales, términos y condiciones, condiciones generales, condiciones de uso, şartlar, kullanım koşulları, genel şartlar',
    cookies:
      'cookie, cookie policy, cookie notice, cookie banner, Cookie-Hinweis, Cookie-Richtlinie, politique de cookies, bandeau cookies, política de cookies, aviso de cookies, çerez, çerezler, çerez politikası',
  },
  privacy: {
    '': 'data retention, retention period, how long, delete automatically, automatic deletion, GDPR, DSGVO, RGPD, KVKK, Aufbewahrung, Löschfrist, Speicherdauer, automatisch löschen, durée de conservation, suppression automatique, plazo de conservación, borrado automático, saklama süresi, otomatik silme',
    contact_months:
      'old messages, old enquiries, delete messages, alte Nachrichten, alte Anfragen, Nachrichten löschen, anciens messages, mensajes antiguos, eski mesajlar',
    application_months:
      'old applications, delete CVs, CV, résumé, applicants, alte Bewerbungen, Bewerbungen löschen, Lebenslauf, candidatures, CV anciens, candidaturas, currículum, başvurular, özgeçmiş',
    spam_days: 'delete spam, junk, Spam löschen, Werbung, supprimer le spam, borrar spam, istenmeyen',
    trash_days:
      'empty the trash, deleted messages, Papierkorb leeren, vider la corbeille, vaciar la papelera, çöp kutusu',
    security_log_days:
      'log of sign-ins, IP addresses, Protokoll, Anmeldungen, IP-Adressen, journal de sécurité, adresses IP, registro de seguridad, direcciones IP, güvenlik günlüğü',
  },
  region: {
    language:
      'site in English, site in German, Englisch, Deutsch, Französisch, Spanisch, Türkisch, anglais, allemand, espagnol, turc, inglés, alemán, francés, turco, İngilizce, Almanca, Fransızca, İspanyolca, language of the site, translation, locale, German, French, English, Spanish, Turkish, Sprache, Sprache der Website, Übersetzung, Deutsch, langue, langue du site, traduction, français, idioma, idioma del sitio, traducción, español, dil, site dili, çeviri, Türkçe',
    territory:
      'decimal comma, day and month, Dezimalkomma, Datum, date, fecha, tarih, date format, number format, date style, Datumsformat, Zahlenformat, format de date, format des nombres, formato de fecha, formato de números, tarih biçimi, sayı biçimi',
    time_zone:
      'time difference, summer time, wrong time, Zeitverschiebung, Sommerzeit, falsche Uhrzeit, heure d’été, décalage horaire, hora de verano, hora incorrecta, yaz saati, timezone, clock, local time, Zeitzone, Uhrzeit, Ortszeit, fuseau horaire, heure locale, zona horaria, huso horario, hora local, saat dilimi, yerel saat',
    currency:
      'para simgesi, Geldzeichen, currency symbol, Euro-Zeichen, Währungssymbol, symbole monétaire, símbolo de moneda, para, money, euro, dollar, pound, prices, Währung, Geld, Preise, monnaie, devise, prix, moneda, divisa, precios, para birimi, fiyatlar, lira',
  },
  search: {
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
  },
  features: {
    '': off,
    blog: `Aktuelles, journal, günlük, news, articles, posts, Neuigkeiten, Artikel, Beiträge, actualités, articles du blog, noticias, artículos, haberler, yazılar`,
    portfolio: `references, Referenzen, réalisations, referencias, referanslar, projects, case studies, our work, Projekte, projets, proyectos, projeler`,
    team: `about the people, Leute, collaborateurs, gente, personel, people, staff, employees, Mitarbeiter, Personen, équipe, personnel, equipo, personal, ekip, çalışanlar`,
    gallery: `photo album, albums, Album, albümler, photos, pictures, photo gallery, Galerie, Fotos, Bilder, galerie, photos de l’entreprise, galería, fotos, galeri, fotoğraflar`,
    career: `work with us, Bewerbung, recrutement, trabaja con nosotros, jobs, vacancies, open positions, hiring, Stellen, Jobs, Stellenangebote, Karriere, emplois, offres d’emploi, carrières, empleo, ofertas de empleo, kariyer, iş ilanları`,
    internship: `apprentices, Ausbildung, Azubis, apprentissage, aprendices, çırak, interns, trainees, Praktikum, Praktika, stage, stages, prácticas, becarios, staj, stajyer`,
    quotations: `offers on request, Angebot, Preisanfrage, demande de prix, cotización, quotes, quotation, price request, Angebote anfragen, Kostenvoranschlag, devis, presupuestos, presupuesto, teklif, fiyat teklifi`,
  },
  answers: {
    '': 'reply, replies, Antworten, réponses, respuestas, yanıtlar, e-mail answers',
    templates:
      'canned responses, saved replies, text modules, Vorlagen, Textbausteine, modèles, réponses types, plantillas, respuestas guardadas, şablonlar, hazır yanıtlar',
    receipt:
      'auto-reply, automatic reply, autoresponder, Eingangsbestätigung, automatische Antwort, accusé de réception, réponse automatique, acuse de recibo, respuesta automática, otomatik yanıt, alındı onayı',
    signature: 'mail footer, e-mail signature, Signatur, Mailfuß, pied de page, firma de correo, imza',
  },
  mail: {
    '': 'e-mail, mailbox, E-Mail, Postfach, courriel, messagerie, correo, e-posta',
    answers_to:
      'reply-to, reply address, Antwortadresse, adresse de réponse, dirección de respuesta, yanıt adresi',
    copy_to: 'bcc, blind copy, copies, Kopie, Blindkopie, copie, copia, kopya',
  },
};
