import type { LegalBlock, LegalText } from '../document.ts';

const answers = (storesAnswers: boolean, isDemo: boolean): LegalBlock =>
  storesAnswers
    ? 'Pumupunta ang isang survey sa hiwalay na serbisyong nagtatala ng mga survey, kasama ang inyong pangalan, ang inyong email at ang pangalan ng ospital. Itinatago ito ng serbisyo para matuto rito ang ospital. Hindi ninyo kailangang sumali, at hindi nakasalalay rito ang pangangalaga sa inyo.'
    : `Pumupunta ang isang survey sa hiwalay na serbisyong nagtatala ng mga survey, kasama ang inyong pangalan, ang inyong email at ang pangalan ng ospital. ${isDemo ? 'Sa demo na ito, hindi itinatago' : 'Hindi itinatago'} ang mga sagot sa survey: nagtatago ang serbisyo ng resibo (aling survey, para sa aling ospital, kailan, at isang digital na tatak para makilala ang survey na dumating nang dalawang beses) at itinatapon ang inyong mga sagot, pangalan at email. Hindi ninyo kailangang sumali, at hindi nakasalalay rito ang pangangalaga sa inyo.`;

const DEMO: LegalBlock[] = [
  'Demo ito. Imbento lang ang mga pangyayari, resulta, care plan at mga tao sa kuwento nito. Pareho ang kuwento para sa lahat at walang sinasabi tungkol sa inyo.',
  'Sa demo, ang mga text at email na isinusulat ng produkto ay nakalista sa isang pahina, ang outbox, na mababasa ng lahat ng sumusubok sa demo na ito. May mga pangalan, numero ng telepono, email address at security code ang mga ito. Kaya ilagay lang dito ang mga detalyeng puwedeng makita ng iba, at walang impormasyon sa kalusugan ng tunay na tao.',
];

/** The privacy policy in Tagalog. */
export const legalText: LegalText = ({ product, hospital, isDemo, storesAnswers }) => ({
  title: 'Patakaran sa Privacy (Privacy Policy)',
  date: '2021-02-16',
  version: '1.0',
  intro: [
    `Sinasabi ng patakarang ito kung ano ang nangyayari sa impormasyon tungkol sa inyo kapag ginagamit ninyo ang ${product} (“ang produkto”), na iniaalok ng ${hospital} (“ang ospital”)${isDemo ? ' bilang trial' : ''}. Ang “kami” ay ang ospital at ang team na nagpapatakbo ng produkto para rito.`,
    'Sa madaling salita: kinokolekta namin ang kailangan ng produkto para gumana, ginagamit namin ito para sa paglalakbay ninyo sa ospital at wala nang iba, hindi namin ito ibinebenta, at puwede ninyong hilinging makita, itama o burahin ito anumang oras.',
  ],
  sections: [
    {
      id: 'responsible',
      title: 'Sino ang may pananagutan',
      blocks: [
        'Ang ospital ang may pananagutan sa inyong personal na impormasyon sa kalusugan. Tinatawag ito ng batas ng Ontario na Personal Health Information Protection Act (PHIPA) na tagapangalaga ng impormasyon sa kalusugan: ito ang nagpapasya kung ano ang kinokolekta, bakit, at sino ang puwedeng makakita. Nagtatrabaho para sa ospital ang team na nagpapatakbo ng produkto, at magagamit lang nila ang impormasyon ayon sa pinapayagan ng ospital.',
        'Para sa iba pang personal na impormasyon, tulad ng email na iniiwan ninyo para makatanggap ng balita, ang batas ng Canada na Personal Information Protection and Electronic Documents Act (PIPEDA) ang nagtatakda ng mga tuntunin. Sa simpleng salita, pareho ang sinasabi ng dalawang batas: sabihin sa mga tao ang ginagawa, huwag kumuha nang higit sa kailangan, panatilihin itong ligtas, at managot para rito.',
      ],
    },
    {
      id: 'collected',
      title: 'Ano ang kinokolekta namin',
      blocks: [
        'Mula sa inyo:',
        {
          list: [
            'ang code ng inyong wristband, kapag ini-scan ninyo ito o inilalagay nang mano-mano;',
            'para sa account: pangalan at apelyido, email, organisasyon, numero ng telepono at password, na hinalong anyo lang (hash) ang itinatago namin at hindi na maibabalik;',
            `ang pagpayag ninyo sa ${isDemo ? 'kasunduang huwag ibunyag, sa ' : ''}patakarang ito at sa mga tuntunin sa paggamit;`,
            'ang bagong cellphone number, kapag pinalitan ninyo ito;',
            'ang pangalan at cellphone number ng supporter na iniimbitahan ninyo, at kung ano ang hinahayaan ninyong makita niya;',
            'ang mga sagot ninyo sa survey, at ang isinusulat ninyo sa support team;',
            'kung humihingi kayo ng balita: pangalan, email, lungsod kung gusto ninyo, at kung gusto ninyong makatanggap ng mga update.',
          ],
        },
        'Mula sa ospital: ang bahagi ng inyong paglalakbay, tulad ng mga pangyayari sa pananatili, mga resulta, mga report at mga care plan.',
        'Mula sa paggamit ng produkto: kung kailan kayo nag-sign in, nag-scan ng wristband at naglagay ng PIN, kung aling mga pangyayari ang nakita ninyo, ang wikang pinili ninyo, at mga teknikal na tala. May mga ID, oras at error code ang mga tala, at walang pangalan, mensahe o impormasyon sa kalusugan.',
      ],
    },
    {
      id: 'use',
      title: 'Para saan namin ito ginagamit',
      blocks: [
        {
          list: [
            'para matiyak na kayo nga ito, at hindi makapasok ang iba;',
            'para ipakita sa inyo ang inyong paglalakbay, at ipakita ito sa mga supporter na pinili ninyo;',
            'para padalhan kayo ng mga PIN, link at paalala tungkol sa inyong account;',
            'para ipasa ang inyong feedback sa ospital;',
            'para tulungan kayo kapag humihingi kayo ng suporta;',
            'para hanapin ang mga mali, panatilihing ligtas ang produkto, at pagandahin ito;',
            'para gawin ang hinihingi ng batas.',
          ],
        },
        'Kung sakaling gusto naming gamitin ito sa ibang bagay, tatanungin muna namin kayo.',
      ],
    },
    {
      id: 'never',
      title: 'Ano ang hindi namin ginagawa',
      blocks: [
        {
          list: [
            'Hindi namin ibinebenta ang inyong impormasyon, at hindi namin ito ginagamit sa advertising.',
            'Walang tracker ng advertising at walang analytics ng ibang kumpanya ang produkto, at hindi ito naglalagay ng cookie para sundan kayo.',
            'Hindi nito itinatanong kung nasaan kayo, at hindi ito nakikinig sa mikropono.',
            'Binabasa lang ng camera ang code ng inyong wristband habang nag-i-scan kayo. Nananatili sa inyong phone ang mga kuha nito: walang inire-record o ipinapadala, maliban sa code mismo.',
          ],
        },
      ],
    },
    {
      id: 'consent',
      title: 'Ang inyong pahintulot',
      blocks: [
        'Ibinibigay ninyo ang inyong pahintulot kapag nilagyan ninyo ng tsek ang kahon ng patakarang ito. Nasa inyo ang pasya: puwede kayong tumanggi, at puwede ninyo itong bawiin sa ibang pagkakataon: burahin ang inyong account sa settings, sa “Data ninyo”, o sumulat sa support team. Titigil kami, buburahin ang hindi na namin kailangan, at sasabihin sa inyo ang magiging epekto: kung wala ang cellphone number ninyo, hindi kayo mapapadalhan ng produkto ng PIN sa text. Nananatiling ayon sa batas ang nangyari na noon.',
        'Hindi nakasalalay ang pangangalaga sa inyo sa ospital sa pahintulot ninyo para sa produktong ito.',
      ],
    },
    {
      id: 'supporters',
      title: 'Mga supporter',
      blocks: [
        'Nakikita lang ng mga supporter ang impormasyon tungkol sa inyo kung inimbitahan ninyo sila. Sa pahina ng bawat supporter, puwede ninyong i-off ang hindi niya dapat makita: mga update sa kalagayan ninyo, mga medikal na record, mga resulta ng pagsusuri, mga care plan. Naka-on ang lahat sa simula, kaya pakitingnan ito. Para alisin ang isang supporter, sumulat sa support team.',
        'Bago ninyo ilagay ang pangalan at cellphone number ng isang tao, pakitanong muna siya. Ginagamit lang namin ang dalawa para sa imbitasyon at para ipakita ang tao sa inyong listahan. Nakasulat sa imbitasyon ang pangalan ninyo.',
      ],
    },
    {
      id: 'shared',
      title: 'Sino pa ang tumatanggap ng impormasyon',
      blocks: [
        {
          list: [
            `Ang mga tao sa ospital na nangangalaga sa inyo, o nagpapatakbo ng ${isDemo ? 'trial na ito' : 'produkto'}, ayon sa kailangan ng kanilang trabaho.`,
            'Mga serbisyong naghahatid ng aming mga text at email. Natatanggap nila ang numero o address at ang mensahe.',
            'Ang serbisyong nagtatala ng mga survey, ayon sa susunod na seksyon.',
            'Ang support team. Dumarating dito ang paghingi ng suporta bilang text na may problema, mga komento ninyo, kung paano ninyo gustong makontak, at ang inyong email.',
            'Mga awtoridad at korte, kapag inoobliga kami ng batas, at ang hinihingi lang.',
          ],
        },
        'Ang mga nagtatrabaho para sa amin ay obligado sa kontrata na protektahan ang impormasyon at hindi ito gamitin sa iba pa. Kung itinatago ito ng isang serbisyo sa labas ng Ontario o sa labas ng Canada, maaaring umiral dito ang batas ng lugar na iyon; sasabihin sa inyo ng support team kung aling mga serbisyo ang ginagamit ng ospital, at kung saan.',
      ],
    },
    { id: 'surveys', title: 'Mga survey', blocks: [answers(storesAnswers, isDemo)] },
    ...(isDemo ? [{ id: 'demo', title: 'Trial at demo', blocks: DEMO }] : []),
    {
      id: 'phone',
      title: 'Ano ang itinatago sa inyong phone',
      blocks: [
        'Sa local storage ng browser, dalawang bagay ang itinatago ng produkto:',
        {
          list: [
            'ang inyong settings, tulad ng wika at tema;',
            'isang access token, isang mahabang random na value na nagpapanatili sa inyong naka-sign in nang hanggang 12 oras at walang silbi pagkatapos ninyong mag-log out.',
          ],
        },
        'Habang sumasagot kayo ng form, puwedeng itago ang na-type ninyo para sa tab na iyon ng browser, pero hindi kailanman ang password. Para makabasa kayo nang walang koneksyon, itinatago sa phone ang mismong programa, at puwede ring itago ang naka-encrypt na kopya ng huli ninyong nakita. Ang mga sagot sa survey na hindi pa naipapadala ay puwedeng maghintay sa phone hanggang maipadala, o hanggang itapon ninyo. Para makita at mabago ninyo ang ipinadala ninyo, nananatili sa phone ang naka-encrypt na kopya ng mga sagot na iyon hanggang mag-log out kayo.',
        `Inaalis ng pag-log out ang token at ang mga kopya. ${isDemo ? 'Binubura rin ng I-reset, at ng pagtatapos ng inyong trial,' : 'Binubura rin ng I-reset'} ang settings. Hindi dapat manatiling naka-sign in ang browser na ginagamit ninyo kasama ng iba.`,
      ],
    },
    {
      id: 'security',
      title: 'Paano namin ito pinoprotektahan',
      blocks: [
        {
          list: [
            'Magkasamang gumagana ang code ng wristband at ang PIN: kung code lang, ang pangalan lang ninyo at ang huling apat na numero ng telepono ninyo ang makikita.',
            'Gumagana ang isang PIN nang isang beses at sa loob ng 10 minuto. Nawawalan ito ng silbi pagkatapos ng ilang maling subok, at kapag sobrang dami sa isang araw, naka-lock ito hanggang matapos ang araw na iyon.',
            'Gumagana ang mga link sa email nang isang beses: 30 minuto para sa bagong password, 24 oras para kumpirmahin ang email.',
            'Ang mga password, PIN, token at link ay tinitingnan gamit ang mga hash, na hindi mababasa pabalik. Nakahiwalay ang pagtatago sa mensaheng nagdala sa inyo ng PIN o link, at wala na itong nabubuksan kapag nagamit na o nag-expire.',
            'Naka-encrypt ang koneksyon ng inyong phone sa ospital kapag tumatakbo ang produkto sa address ng ospital (https).',
            'Tinitingnan sa server ang bawat request: nakikita ninyo ang sarili ninyong impormasyon, at ang sa mga taong pumapayag.',
          ],
        },
        'Walang perpektong proteksyon. Nakakatulong kayo kapag nila-lock ninyo ang phone at hindi ibinibigay sa iba ang inyong PIN at password.',
      ],
    },
    {
      id: 'retention',
      title: 'Gaano katagal namin ito itinatago',
      blocks: [
        {
          list: [
            'Nagtatapos ang mga session pagkatapos ng 12 oras nang pinakamatagal. Awtomatikong binubura ang mga session at link na nag-expire na.',
            `Nananatili ang inyong account, mga supporter at timeline habang ${isDemo ? 'kasali kayo sa trial' : 'ginagamit ninyo ang produkto'}. Binubura ang mga ito, o inaalisan ng pagkakakilanlan, kapag ${isDemo ? 'tapos na ang trial at ' : ''}hindi na kailangan, o kapag binura ninyo ang inyong account sa settings o hiniling ninyo sa amin.`,
            `Itinatago ang mga naipadalang mensahe at mga paghingi ng suporta hangga’t kailangan para masagot ang mga tanong tungkol sa mga ito${isDemo ? ', hanggang matapos ang trial nang pinakamatagal' : ''}.`,
            'Ang mga detalyeng iniwan ninyo para makatanggap ng balita ay itinatago hanggang hilingin ninyong tumigil kami, o hanggang maipadala ang balita.',
          ],
        },
        'Iba ang sariling medikal na record ng ospital. Itinatago ito hangga’t hinihingi ng batas, ginagamit man ninyo ang produkto o hindi, at hindi ito nababago ng pagbura sa inyong account.',
      ],
    },
    {
      id: 'rights',
      title: 'Pagtingin, pagtatama, pagbura',
      blocks: [
        'May karapatan kayong:',
        {
          list: [
            'makita ang impormasyong hawak namin tungkol sa inyo, at makatanggap ng kopya;',
            'malaman kung para saan ito ginamit at kung sino ang tumanggap nito;',
            'maipatama ang mga mali, o maipatala ang inyong hindi pagsang-ayon katabi ng mananatili;',
            'bawiin ang inyong pahintulot, at ipabura ang impormasyong hindi kami inoobliga ng batas na itago.',
          ],
        },
        'Sa settings, sa “Data ninyo”, puwede ninyong i-download ang lahat ng tungkol sa inyo at burahin mismo ang inyong account, anumang oras.',
        'Para sa lahat ng iba pa, o kung hindi ninyo magamit ang settings, sumulat sa support team. Titiyakin muna namin na kayo nga ito, at sasagot kami sa loob ng 30 araw. Kung kailangan namin ng mas mahabang panahon, sasabihin namin sa inyo sa loob ng panahong iyon kung bakit, at kung hanggang kailan; sa ilang kaso lang ito pinapayagan ng batas. Walang bayad ang paghingi; para sa malaking kopya, pinapayagan ng batas ang makatwirang bayad, na sasabihin namin muna. Kung may kailangan kaming tanggihan, ibibigay namin ang dahilan at sasabihin kung paano magreklamo.',
      ],
    },
    {
      id: 'children',
      title: 'Mga bata',
      blocks: [
        'Para sa mga nasa hustong gulang ang mga account. Para sa bata, ang magulang o ibang taong puwedeng magpasya para sa bata ayon sa batas ang gagamit ng produkto gamit ang wristband ng bata. Sa Ontario, walang takdang edad para sa mga pasya sa privacy: ang kabataang nakakaunawa sa kahulugan ng isang pasya ay puwedeng gumawa nito, at iginagalang namin iyon.',
        'Kung nagbigay sa amin ng impormasyon ang isang bata nang walang pumayag na may karapatang pumayag, sabihin sa amin, at buburahin namin ito.',
      ],
    },
    {
      id: 'incident',
      title: 'Kung may hindi magandang nangyari',
      blocks: [
        'Kung mawala o manakaw ang inyong impormasyon, o makita o magamit ito ng taong walang pahintulot, sasabihin namin sa inyo sa lalong madaling makatwirang panahon: kung ano ang nangyari, kung ano ang ginagawa namin, at kung ano ang magagawa ninyo. Ini-report din namin ito sa komisyoner ng privacy kapag hinihingi ng batas, at nagtatago kami ng tala nito.',
      ],
    },
    {
      id: 'complaints',
      title: 'Mga reklamo',
      blocks: [
        'Pakisabi muna sa amin, para maitama namin. Puwede rin kayong lumapit sa komisyoner anumang oras, nang walang bayad:',
        {
          list: [
            'para sa personal na impormasyon sa kalusugan: ang Information and Privacy Commissioner of Ontario;',
            'para sa iba pang personal na impormasyon: ang Office of the Privacy Commissioner of Canada.',
          ],
        },
      ],
    },
    {
      id: 'law',
      title: 'Batas na sinusunod at mga pagbabago',
      blocks: [
        'Ang patakarang ito ay nasa ilalim ng mga batas ng Canada, kasama ang PIPEDA, at ng PHIPA ng Ontario para sa personal na impormasyon sa kalusugan.',
        'Kung babaguhin namin ang patakarang ito, magbabago rin ang petsa at bersyon sa itaas. Sasabihin namin sa inyo ang mahahalagang pagbabago bago magkabisa ang mga ito, at hihingin ulit ang inyong pahintulot kung may bagong mangyayari sa inyong impormasyon. Magkapareho ang bisa ng tekstong Ingles at ng tekstong Pranses.',
      ],
    },
    {
      id: 'contact',
      title: 'Kontak',
      blocks: [
        'Mga tanong, kahilingan at reklamo tungkol sa privacy: sumulat o tumawag, at sabihing tungkol ito sa privacy. Ipapasa ito ng support team sa tao sa ospital na may pananagutan sa privacy.',
        { contacts: true },
      ],
    },
  ],
});
