import type { LegalText } from '../document.ts';

/** The non-disclosure agreement in Tagalog. */
export const legalText: LegalText = ({ product, hospital }) => ({
  title: 'Kasunduang Huwag Ibunyag',
  date: '2021-02-18',
  version: '1.0',
  intro: [
    `Ang kasunduang ito ay sa pagitan ninyo at ng ${hospital}, ang ospital na nag-aalok ng trial ng ${product}. Sa kasunduang ito, ang “produkto” ay ang ${product}, at ang “kami” ay ang ospital at ang team na nagpapatakbo ng produkto para rito.`,
    'Nakikita ninyo ang produkto bago ito ilabas. Sa madaling salita: gamitin ninyo, sabihin sa amin kung ano ang tingin ninyo, at huwag ikuwento sa iba ang bago rito. Ang sarili ninyong kalusugan at ang sarili ninyong pangangalaga ay lagi ninyong puwedeng pag-usapan.',
  ],
  sections: [
    {
      id: 'purpose',
      title: 'Bakit may kasunduan',
      blocks: [
        'Iniaalok ang produkto bilang trial. Hindi pa hayag sa publiko ang mga screen, ideya at plano nito. Ipinapakita namin ang mga ito para masubukan ninyo ang produkto at masabi sa amin ang inyong opinyon. Iyon lang ang dahilan kung bakit ninyo natatanggap ang mga ito.',
      ],
    },
    {
      id: 'acceptance',
      title: 'Paano kayo pumapayag, at sino ang saklaw',
      blocks: [
        'Pumapayag kayo kapag nilagyan ninyo ng tsek ang kahon ng kasunduang ito sa screen na nagdala sa inyo rito. Katumbas iyon ng inyong pirma. Kung hindi kayo pumapayag, huwag lagyan ng tsek ang kahon: hindi kayo makakasali sa trial kung ganoon. Hindi nakasalalay dito sa anumang paraan ang pangangalaga sa inyo sa ospital.',
        'Saklaw ng kasunduan kayo at kami. Kung sinusubukan ninyo ang produkto para sa isang organisasyon, halimbawa sa ospital na pinagtatrabahuhan ninyo, kinukumpirma ninyo na puwede kayong pumayag dito para sa bahagi ninyo sa trial.',
      ],
    },
    {
      id: 'confidential',
      title: 'Ano ang kumpidensyal',
      blocks: [
        'Kumpidensyal ang lahat ng tungkol sa produkto na ipinapakita o sinasabi namin sa inyo sa trial at hindi hayag sa publiko, lalo na:',
        {
          list: [
            'ang hitsura at paggana ng produkto: mga screen, teksto, larawan, tunog, video at nilalamang pang-demo nito;',
            'ang software nito, ang teknikal na disenyo at ang mga paraan ng pagpapanatiling ligtas nito;',
            'mga plano, petsa, presyo, pangalan ng mga katuwang at iba pang impormasyon sa negosyo;',
            'mga mali at mahinang bahagi ng produkto, pati ang kayo mismo ang nakakita;',
            'mga opinyon at resulta ng trial na ibinabahagi sa inyo ng ibang tao.',
          ],
        },
        'Hindi mahalaga kung minarkahan namin itong kumpidensyal o hindi. Kung hindi kayo sigurado sa isang bagay, magtanong muna sa amin.',
      ],
    },
    {
      id: 'exceptions',
      title: 'Ano ang hindi kumpidensyal',
      blocks: [
        'Hindi saklaw ng kasunduang ito ang impormasyon na:',
        {
          list: [
            'hayag na sa publiko, o nahayag nang hindi ninyo kasalanan;',
            'alam na ninyo, sa paraang ayon sa batas, bago namin ipinakita sa inyo;',
            'ibinigay sa inyo ng ibang tao na may pahintulot na gawin ito;',
            'natuklasan ninyo mismo, nang hindi ginagamit ang ipinakita namin.',
          ],
        },
      ],
    },
    {
      id: 'promises',
      title: 'Ano ang ipinapangako ninyo',
      blocks: [
        'Habang may bisa ang kasunduang ito, kayo ay:',
        {
          list: [
            'gagamit ng kumpidensyal na impormasyon para lang subukan ang produkto at sabihin sa amin ang tingin ninyo;',
            'hindi magpapasa, maglalathala o magpo-post nito, sa salita man o bilang larawan, recording o screenshot;',
            'magpapakita ng produkto sa mga tao lang na kasali rin sa trial, tulad ng supporter na inimbitahan ninyo;',
            'mag-iingat nito gaya ng pag-iingat sa sarili ninyong mga kumpidensyal na bagay;',
            'hindi magbibigay sa iba ng code ng inyong wristband, ng inyong PIN at ng inyong password;',
            'hindi kokopya ng produkto, hindi magkakalas nito at hindi susubok na kunin ang source code nito, maliban kung binibigyan kayo ng batas ng karapatang iyon.',
          ],
        },
      ],
    },
    {
      id: 'always-allowed',
      title: 'Ano ang lagi ninyong puwedeng gawin',
      blocks: [
        'Walang nasa kasunduang ito na pumipigil sa inyo na:',
        {
          list: [
            'pag-usapan ang sarili ninyong kalusugan, ang sarili ninyong pananatili at ang sarili ninyong pangangalaga kasama ng sinumang gusto ninyo;',
            'gamitin at ibahagi ang sarili ninyong impormasyon sa kalusugan, kahit na nabasa ninyo ito sa produkto;',
            'humingi ng payong medikal, ng pangalawang opinyon, o ng legal o personal na tulong;',
            'magsabi sa ospital, sa isang propesyonal na kolehiyo, sa isang komisyoner ng privacy o sa ibang awtoridad tungkol sa problema sa kaligtasan, problema sa privacy o bagay na labag sa batas;',
            'sumagot nang totoo kapag hinihingi ng batas o ng korte.',
          ],
        },
        'Kung utusan kayo ng korte o awtoridad na ibunyag ang isang bagay na kumpidensyal, sabihin muna sa amin kung pinapayagan ng batas, at ibunyag lang ang hinihingi.',
      ],
    },
    {
      id: 'personal-information',
      title: 'Impormasyon tungkol sa mga tao',
      blocks: [
        'Maaaring magpakita ang trial ng impormasyon tungkol sa ibang tao, halimbawa sa taong sinusuportahan ninyo. Panatilihin itong kumpidensyal, mukha man itong mahalaga o hindi. Galing ang tungkuling ito sa batas sa privacy pati na sa kasunduang ito, at hindi ito nagtatapos kasabay ng trial.',
        'Kung makakita kayo ng impormasyon tungkol sa tunay na tao na malinaw na hindi para sa inyo, isara ito, huwag kopyahin, at sabihin agad sa support team.',
        'Kung paano namin ginagamit ang impormasyon tungkol sa inyo ay nakasulat sa privacy policy, hindi rito.',
        { read: 'privacy' },
      ],
    },
    {
      id: 'feedback',
      title: 'Ang inyong feedback',
      blocks: [
        'Gusto namin ang tapat ninyong opinyon, ang maganda at ang hindi. Hindi ninyo kailangang magbigay. Ang sinasabi ninyo sa amin tungkol sa produkto ay puwede naming gamitin para pagandahin ito, nang walang utang na bayad sa inyo. Hindi namin inilalathala ang pangalan ninyo kasama nito maliban kung pumayag kayo.',
      ],
    },
    {
      id: 'rights',
      title: 'Walang karapatang lumilipat',
      blocks: [
        'Lahat ng ipinapakita namin sa inyo ay nananatiling pag-aari ng mga may-ari nito ngayon. Wala kayong natatanggap na lisensya, patent o iba pang karapatan sa produkto, maliban sa paggamit nito sa trial ayon sa mga tuntunin sa paggamit.',
        { read: 'terms' },
      ],
    },
    {
      id: 'duration',
      title: 'Gaano ito katagal',
      blocks: [
        'Nagsisimula ang kasunduan kapag pumayag kayo rito. Nagtatapos ito dalawang taon pagkatapos ng inyong trial, o mas maaga para sa anumang nahahayag sa publiko. Nananatiling kumpidensyal ang impormasyon tungkol sa mga tao hangga’t pinoprotektahan ito ng batas sa privacy.',
        'Puwede kayong umalis sa trial anumang oras sa pagsulat sa support team. Puwede rin naming tapusin ang inyong trial anumang oras. Ang nalaman ninyo hanggang noon ay nananatiling kumpidensyal sa panahong nakasulat dito.',
      ],
    },
    {
      id: 'return',
      title: 'Kapag natapos ang trial',
      blocks: [
        'Burahin ang itinago ninyo mula sa produkto, tulad ng mga tala, larawan o recording, at alisin ito sa inyong phone. Puwede ninyong itago ang sarili ninyong impormasyon sa kalusugan. Kung kailangan ninyong magtago ng kopya dahil sinasabi ng batas, panatilihin itong kumpidensyal.',
      ],
    },
    {
      id: 'breach',
      title: 'Kung may hindi magandang nangyari',
      blocks: [
        'Kung nakarating ang kumpidensyal na impormasyon sa taong hindi dapat makaalam nito, sabihin sa support team sa lalong madaling panahon. Walang sisisi sa inyo sa hindi sinasadyang pagkakamali na ini-report ninyo; gusto naming bawasan ang pinsala nang magkasama.',
        'Dahil madalas na hindi mababayaran ng pera ang ganitong pinsala, puwede naming hilingin sa korte na pigilan ang dagdag na pagbubunyag. Ang bawat panig ay may pananagutan sa mga pagkawalang dulot ng paglabag nito sa kasunduang ito, ayon sa batas.',
      ],
    },
    {
      id: 'general',
      title: 'Mga pangkalahatang punto',
      blocks: [
        'Ipinapakita sa inyo ang produkto kung ano ito sa panahong iyon. Hindi ipinapangako ng kasunduang ito na ilalabas ito o mananatili itong ganito.',
        'Ang dokumentong ito ang buong kasunduan tungkol sa pagiging kumpidensyal sa trial. Kung may bahagi nitong lumabas na walang bisa, may bisa pa rin ang natitira. Mababago lang ito nang nakasulat, at kung sakaling magmungkahi kami ng bagong bersyon, hihingin namin ulit ang inyong pagpayag. Kung hindi agad igiit ng isa sa atin ang isang karapatan, hindi nawawala ang karapatang iyon.',
        'Magkapareho ang bisa ng tekstong Ingles at ng tekstong Pranses.',
      ],
    },
    {
      id: 'law',
      title: 'Batas na sinusunod',
      blocks: [
        'Ang kasunduang ito ay nasa ilalim ng mga batas ng Canada, kasama ang mga batas ng lalawigan na may bisa roon. Nananatili sa inyo ang mga karapatang ibinibigay ng batas at hindi maaalis ng anumang kasunduan.',
      ],
    },
    {
      id: 'contact',
      title: 'Mga tanong',
      blocks: [
        'Kung may hindi malinaw rito, magtanong bago kayo pumayag. Masayang magpapaliwanag ang support team:',
        { contacts: true },
      ],
    },
  ],
});
