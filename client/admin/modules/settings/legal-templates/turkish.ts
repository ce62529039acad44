import { type Templates, writeTemplate } from './template.ts';

const note =
  'Bu şablon bir başlangıçtır, hukuki danışmanlık değildir. Kontrol edin, tamamlayın ve sonra bu satırı silin.';

export const legalTemplatesTR: Templates = {
  imprint: writeTemplate('Künye', note, [
    ['Site sahibi', '{legal_name}\n{address}', 'Yetkili: {directors}'],
    ['İletişim', 'Telefon: {phone}\nE-posta: {email}'],
    ['Ticaret sicili', '{registration}'],
    ['Vergi numarası', '{tax_number}'],
    ['Yer sağlayıcı', '[[ adı ve adresi ]]'],
  ]),
  privacy: writeTemplate('Kişisel verilerin korunması', note, [
    ['Veri sorumlusu', '{legal_name}\n{address}\n{email_or:İletişim}'],
    [
      'Siteyi ziyaret ettiğinizde',
      'Bu site ziyaretçilere çerez yerleştirmez, üçüncü taraflardan bir şey yüklemez ve davranış ölçmez. IP adresiniz, yanıt verebilmesi için sunucumuza ulaşır. Arıza ve kötüye kullanımı incelemek üzere sunucu kaydında [[ süre, örneğin 14 gün ]] kalır. {visit_counting}',
    ],
    [
      'Bize yazdığınızda',
      'Forma yazdıklarınızı, eklediklerinizi ve zamanı size yanıt vermek için saklarız. Hukuki dayanak, 6698 sayılı Kanun’un 5. maddesine göre bir sözleşmenin kurulması ya da meşru menfaatimizdir.',
      'İstenmeyen iletilere karşı sunucu, bir formun hangi IP adresinden gönderildiğini en çok {form_minutes} dakika hatırlar.',
      'İletileri iş bittikten {contact_months} ay sonra, başvuruları sonuçlandıktan veya reddedildikten {application_months} ay sonra sileriz.',
    ],
    ['Aktarım', 'Sunucuyu [[ sağlayıcının adı ve ülkesi ]] işletir.'],
    [
      'Haklarınız',
      '6698 sayılı Kanun’un 11. maddesine göre verilerinizle ilgili bilgi, düzeltme ve silme isteyebilir, işlenmesine itiraz edebilirsiniz. {email_or:Bize} yazın. Kişisel Verileri Koruma Kurulu’na da şikâyette bulunabilirsiniz.',
    ],
  ]),
  terms: writeTemplate('Kullanım koşulları', note, [
    [
      'Kapsam',
      'Bu koşullar {legal_name} şirketine ait bu sitenin kullanımı için geçerlidir. Hizmetlerimiz için yaptığımız sözleşmeler geçerlidir.',
    ],
    [
      'İçerik',
      'Metinler ve görseller telif hakkıyla korunur. Yasanın izin verdiğinin ötesinde kullanmak için iznimiz gerekir.',
    ],
    [
      'Sorumluluk',
      'İçeriği özenle hazırlarız, ancak eksiksiz ve güncel olduğunu garanti edemeyiz. Yasal sorumluluğumuz saklıdır.',
    ],
    ['Bağlantılar', 'Bağlantı verdiğimiz sitelerden onların sahipleri sorumludur.'],
    ['Uygulanacak hukuk', 'Türk hukuku uygulanır. Tüketicilerin vazgeçilemez hakları saklıdır.'],
  ]),
};
