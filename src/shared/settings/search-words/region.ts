/** What people call language and region, by field. */
export const regionWords: Readonly<Record<string, string>> = {
  language:
    'site in English, site in German, Englisch, Deutsch, Französisch, Spanisch, Türkisch, anglais, allemand, espagnol, turc, inglés, alemán, francés, turco, İngilizce, Almanca, Fransızca, İspanyolca, language of the site, translation, locale, German, French, English, Spanish, Turkish, Sprache, Sprache der Website, Übersetzung, Deutsch, langue, langue du site, traduction, français, idioma, idioma del sitio, traducción, español, dil, site dili, çeviri, Türkçe',
  territory:
    'decimal comma, day and month, Dezimalkomma, Datum, date, fecha, tarih, date format, number format, date style, Datumsformat, Zahlenformat, format de date, format des nombres, formato de fecha, formato de números, tarih biçimi, sayı biçimi',
  time_zone:
    'time difference, summer time, wrong time, Zeitverschiebung, Sommerzeit, falsche Uhrzeit, heure d’été, décalage horaire, hora de verano, hora incorrecta, yaz saati, timezone, clock, local time, Zeitzone, Uhrzeit, Ortszeit, fuseau horaire, heure locale, zona horaria, huso horario, hora local, saat dilimi, yerel saat',
  currency:
    'para simgesi, Geldzeichen, currency symbol, Euro-Zeichen, Währungssymbol, symbole monétaire, símbolo de moneda, para, money, euro, dollar, pound, prices, Währung, Geld, Preise, monnaie, devise, prix, moneda, divisa, precios, para birimi, fiyatlar, lira',
};
