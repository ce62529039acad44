/** What people call the links of header and footer, by field. */
export const navigationWords: Readonly<Record<string, string>> = {
  header:
    'order of the menu, Reihenfolge im Menü, ordre du menu, orden del menú, menü sırası, menüye sayfa ekle, tabs, pages in the menu, Reiter, Seiten im Menü, onglets, pages du menu, páginas del menú, sekmeler, menu item, rename a menu entry, add a page to the menu, remove from the menu, Menüpunkt, Menüeintrag, élément du menu, elemento del menú, menü öğesi, menu, main menu, navigation, nav bar, top bar, links at the top, order of the menu, Menü, Hauptmenü, Navigation, Kopfzeile, Menüpunkte, menu principal, barre de navigation, en-tête, menú, menú principal, barra de navegación, cabecera, menü, ana menü, gezinme çubuğu, üst bilgi',
  contact_label:
    'contact button, button at the top, Kontaktknopf, Kontakt-Schaltfläche, bouton de contact, botón de contacto, iletişim düğmesi',
  footer:
    'Fuß der Seite, Seitenende, unten auf der Seite, bas de page, parte de abajo, sayfanın altı, footer, footer links, links at the bottom, bottom of the page, Fußzeile, Footer, Links unten, pied de page, liens du bas, pie de página, enlaces del pie, alt bilgi, sayfa altı, footer bağlantıları',
  footer_more:
    'more footer links, further links, partners, weitere Links, Partner, autres liens, liens utiles, otros enlaces, socios, diğer bağlantılar, ortaklar',
};
