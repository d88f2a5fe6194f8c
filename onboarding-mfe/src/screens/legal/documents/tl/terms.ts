import type { LegalBlock, LegalText } from '../document.ts';

const NDA: LegalBlock[] = [
  'Dahil hindi pa hayag sa publiko ang produkto, may bisa rin ang isang kasunduang huwag ibunyag.',
  { read: 'nda' },
];

const survey = (storesAnswers: boolean) =>
  storesAnswers
    ? 'Ang mga sagot na ibinibigay ninyo sa survey ay itinatago ng serbisyong nagtatala ng mga survey para matuto rito ang ospital.'
    : 'Hindi itinatago ang mga sagot na ibinibigay ninyo sa survey: may itinatagong resibo na may dumating na survey, at itinatapon ang mga sagot.';

/** The terms of use in Tagalog. */
export const legalText: LegalText = ({ product, hospital, isDemo, storesAnswers }) => ({
  title: 'Mga Tuntunin sa Paggamit',
  date: '2021-02-18',
  version: '1.0',
  intro: [
    `Ang mga tuntuning ito ay kasunduan sa pagitan ninyo at ng ${hospital}, ang ospital na nag-aalok ng ${isDemo ? `trial ng ${product}` : product}. Ang “produkto” ay ang ${product}; ang “kami” ay ang ospital at ang team na nagpapatakbo ng produkto para rito.`,
    `Sa madaling salita: tinutulungan kayo ng produkto na sundan ang isang paglalakbay sa ospital. Hindi nito pinapalitan ang mga taong nangangalaga sa inyo, at hindi ito para sa emergency. Huwag ibigay sa iba ang nagbubukas nito, maging patas sa iba, at alamin na puwedeng magbago o magtapos ang ${isDemo ? 'isang trial' : 'produkto'}.`,
  ],
  sections: [
    {
      id: 'agreement',
      title: 'Pagpayag sa mga tuntuning ito',
      blocks: [
        'Pumapayag kayo sa mga tuntuning ito at sa privacy policy kapag nilagyan ninyo ng tsek ang kahon para sa mga ito, o kapag ginamit ninyo ang produkto. Kung hindi kayo pumapayag, huwag po itong gamitin. Hindi nakasalalay rito ang pangangalaga sa inyo sa ospital.',
        { read: 'privacy' },
        ...(isDemo ? NDA : []),
      ],
    },
    {
      id: 'product',
      title: 'Ano ang ginagawa ng produkto',
      blocks: [
        'Ang produkto ay isang web app para sa mga phone. Pinagsasama-sama nito ang bahagi ng paglalakbay sa ospital. Sa tulong nito, puwede ninyong:',
        {
          list: [
            'sundan ang timeline ng mga pangyayari sa isang pananatili, at balikan ang mga nauna;',
            'basahin ang mga resulta, report at care plan, na may paliwanag sa simpleng salita;',
            'imbitahan ang mga supporter, ang mga taong malapit sa inyo, na sumubaybay;',
            'magbigay ng feedback sa ospital sa maiikling survey;',
            isDemo
              ? 'humanap ng mga digital na babasahin sa kalusugan at humingi ng tulong sa support team.'
              : 'humingi ng tulong sa support team.',
          ],
        },
        `Iniaalok ito nang walang bayad${isDemo ? ', bilang trial' : ''}. Maaari kayong singilin ng inyong kumpanya ng telepono para sa data at para sa mga text.`,
      ],
    },
    {
      id: 'medical',
      title: 'Hindi para sa emergency, hindi payong medikal',
      blocks: [
        'Huwag gamitin ang produkto sa emergency. Tumawag sa 911 o pumunta sa pinakamalapit na emergency department. Kung nasa ospital kayo, tumawag ng nurse. Walang nagbabantay sa produkto nang buong araw at gabi, at hindi aabot nang nasa oras sa inyong care team ang survey o paghingi ng suporta para sa bagay na agaran.',
        'Nagbibigay sa inyo ng impormasyon ang nababasa ninyo sa produkto. Hindi ito diagnosis at hindi ito paggamot. Pinapasimple ng mga buod sa simpleng salita, ng mga tala kung normal ang isang value, at ng mga iminungkahing tanong ang mga bagay, at puwedeng may maiwan ang mga ito. Ang sariling record ng ospital ang sinusunod.',
        'Makipag-usap lagi sa inyong care team bago ninyo simulan, baguhin o itigil ang isang paggamot, at huwag ipagpaliban ang paghingi ng tulong dahil sa nabasa ninyo rito, o hindi ninyo nakita rito.',
      ],
    },
    {
      id: 'who',
      title: 'Sino ang puwedeng gumamit nito',
      blocks: [
        {
          list: [
            'Mga pasyente ng ospital na nakatanggap ng sariling wristband.',
            `Mga propesyonal${isDemo ? ' at mga gumagamit ng trial' : ''} na gumagawa ng account gamit ang email at password. Kung hindi namin kilala ang domain ng email, may taong titingin muna sa account bago ito mabuksan.`,
            isDemo
              ? 'Mga supporter na inimbitahan ng pasyente. Sa trial, kailangan ng supporter ng email mula sa aprobadong domain ng ospital.'
              : 'Mga supporter na inimbitahan ng pasyente.',
          ],
        },
        'Para gumawa kayo mismo ng account, dapat ay nasa hustong gulang kayo sa tinitirhan ninyo (18 sa Ontario) at nauunawaan ninyo ang mga tuntuning ito. Kung hindi, puwedeng pumayag at gumamit ng produkto para sa inyo ang magulang, tagapag-alaga o ibang taong puwedeng magpasya para sa inyo ayon sa batas.',
      ],
    },
    {
      id: 'account',
      title: 'Wristband, PIN at password',
      blocks: [
        'Sinasabi ng code ng wristband kung sino kayo, at kinukumpirma iyon ng PIN na ipinapadala namin sa inyo sa text. Ang account na ginawa gamit ang email ay nabubuksan ng password kapag nakumpirma na ang email. Ang may hawak ng mga ito ay makakakita ng nakikita ninyo, kaya mangyaring:',
        {
          list: [
            'magbigay ng totoong detalye, at sabihin sa amin kapag nagbago ang inyong cellphone number;',
            'huwag kailanman ibahagi ang inyong PIN, password o larawan ng inyong wristband; hinding-hindi namin hihingin ang inyong PIN o password;',
            'i-lock ang inyong phone, at mag-log out kapag ibang tao ang gagamit nito;',
            'sabihin agad sa support team kung sa tingin ninyo ay may ibang nakapasok.',
          ],
        },
        'Para protektahan kayo, hihinto sa paggana ang isang code pagkatapos ng ilang maling subok, at kapag sobrang dami ng maling subok sa isang araw, naka-lock ang PIN hanggang matapos ang araw na iyon.',
      ],
    },
    {
      id: 'fair-use',
      title: 'Patas na paggamit',
      blocks: [
        'Gamitin lang ang produkto para sa inyong sarili, o para sa taong sinusuportahan ninyo nang may pahintulot niya. Huwag:',
        {
          list: [
            'mag-sign in bilang ibang tao, o mag-scan ng wristband na hindi sa inyo;',
            'maghanap ng impormasyon tungkol sa mga tao na hindi para sa inyo;',
            'magpadala ng nilalamang nakakainsulto, labag sa batas o nakakapinsala, o ng advertising;',
            'guluhin ang produkto, lusutan ang mga proteksyon nito, o tambakan ito ng mga awtomatikong request;',
            'kopyahin ito, ibenta ito, o gumawa ng iba mula rito nang wala kaming nakasulat na pahintulot.',
          ],
        },
        'Kung may makita kayong mahinang bahagi sa seguridad nito, sabihin sa support team at huwag sa iba hanggang maayos ito. Pasasalamatan namin kayo.',
      ],
    },
    {
      id: 'supporters',
      title: 'Mga supporter',
      blocks: [
        'Kung pasyente kayo, kayo ang nagpapasya kung sino ang iimbitahan at kung ano ang puwedeng gawin ng bawat supporter: tumanggap ng mga update sa kalagayan ninyo, makita ang inyong mga medikal na record, mga resulta ng pagsusuri at mga care plan, at magbigay ng feedback sa ospital. Naka-on ang lahat sa simula, kaya pakitingnan ito. Para alisin ang isang supporter, sumulat sa support team.',
        'Imbitahan lang ang mga taong umaasa nito: ang imbitasyon ay isang text sa numerong inilalagay ninyo. Kung ano ang gagawin ng supporter sa nakita niya ay nasa pagitan ninyong dalawa; pumili ng mga taong pinagkakatiwalaan ninyo.',
        'Kung supporter kayo, nakikita ninyo ang impormasyon sa kalusugan ng ibang tao dahil nagtitiwala siya sa inyo. Huwag itong ikuwento sa iba, gamitin lang ito para suportahan siya, at tumigil kapag hiniling niya.',
      ],
    },
    {
      id: 'messages',
      title: 'Mga text at email',
      blocks: [
        'Nagpapadala ang produkto ng mga mensaheng kailangan nito para gumana: mga PIN at imbitasyon sa text; mga link para kumpirmahin ang email o magtakda ng bagong password, at mga paalala sa mga pagbabago sa inyong account, sa email. Hindi advertising ang mga ito. Makakarating lang sa inyo ang balita tungkol sa produkto kung hiniling ninyo, at puwede ninyo itong itigil anumang oras.',
        'Puwedeng mahuli o hindi dumating ang mga mensahe, sa mga dahilang nasa kumpanya ng telepono o serbisyo ng email. Kung makatanggap kayo ng mensaheng hindi ninyo hiningi, huwag buksan ang link nito, at sabihin sa amin.',
      ],
    },
    {
      id: isDemo ? 'demo' : 'surveys',
      title: isDemo ? 'Ano ang naiiba sa trial' : 'Mga survey',
      blocks: isDemo
        ? [
            'Demo ito. May nakahandang kuwento na unti-unting naglalagay sa inyong timeline ng mga imbentong pangyayari, resulta at care plan. Walang tao na tinutukoy ang mga ito, at tiyak na hindi kayo: huwag kailanman gumawa ng konklusyon mula sa mga ito tungkol sa kalusugan ninuman.',
            survey(storesAnswers),
            'Limitado o ipinapakita lang ang ilang function, halimbawa ang ilan sa settings at mga babasahin. Puwede ring may takdang panahon ang inyong trial; kapag natapos na ito, puwede itong buksan ulit ng support team.',
          ]
        : [survey(storesAnswers)],
    },
    {
      id: 'feedback',
      title: 'Ang ipinapadala ninyo sa amin',
      blocks: [
        'Nananatiling sa inyo ang inyong mga komento, mga sagot sa survey at mga paghingi ng suporta. Pinapayagan ninyo kaming gamitin ang mga ito para patakbuhin at pagandahin ang produkto at ang pangangalaga ng ospital, ayon sa privacy policy. Huwag pong maglagay ng impormasyon sa kalusugan ng ibang tao sa komento.',
      ],
    },
    {
      id: 'availability',
      title: 'Pagiging available at mga pagbabago',
      blocks: [
        'Sinisikap naming patuloy na gumana ang produkto, pero hindi namin ipinapangako na lagi itong available, kumpleto o walang mali. Puwede namin itong baguhin, ihinto muna o tapusin. Inaanunsyo sa isang banner ang bagong bersyon, at kayo ang pipili kung kailan mag-a-update.',
        'Gumagana rin ang produkto kahit mahina ang koneksyon, o kahit wala, hangga’t kaya nito. Puwedeng luma na ang nakikita ninyo sa panahong iyon.',
      ],
    },
    {
      id: 'ownership',
      title: 'Kanino ang ano',
      blocks: [
        `Ang produkto, ang pangalan, mga teksto, larawan, tunog at software nito ay sa amin o sa mga nagpapahintulot sa aming gamitin ang mga ito. Puwede ninyo itong gamitin para sa inyong sarili${isDemo ? ' habang may trial' : ''}; hindi maipapasa sa iba ang karapatang iyon. Nananatiling sa inyo ang inyong impormasyon sa kalusugan para tingnan at gamitin; ang ospital ang nagtatago ng record, ayon sa batas.`,
      ],
    },
    {
      id: 'ending',
      title: 'Pagtigil sa paggamit',
      blocks: [
        `Puwede kayong tumigil anumang oras. Mag-log out, at sumulat sa support team kung gusto ninyong mabura ang inyong account. Puwede naming limitahan o isara ang isang account kung nilabag ang mga tuntuning ito, kung may taong nasa panganib, o kung ${isDemo ? 'matapos ang trial' : 'itigil ng ospital ang pag-aalok ng produkto'}. Kung kaya namin, sasabihin namin muna sa inyo at kung bakit.`,
      ],
    },
    {
      id: 'responsibility',
      title: 'Ano ang pananagutan namin',
      blocks: [
        `${isDemo ? 'Trial ang ginagamit ninyo, at iniaalok namin ito kung ano ito' : 'Iniaalok namin ang produkto kung ano ito'}. Hangga’t pinapayagan ng batas, wala kaming ibinibigay na garantiya para rito, at wala kaming pananagutan sa mga pagkawalang dulot ng pag-asa sa produkto sa halip na sa inyong care team, ng hindi nito pagiging available, o ng paggamit ng iba sa inyong PIN o password dahil ibinahagi ito.`,
        'Walang nasa mga tuntuning ito na naglilimita sa hindi ipinapahintulot ng batas na limitahan namin, tulad ng aming pananagutan sa pangangalagang natatanggap ninyo, sa pinsalang dulot ng kapabayaan, sa panloloko, o sa pagprotekta sa inyong personal na impormasyon sa kalusugan.',
      ],
    },
    {
      id: 'law',
      title: 'Batas na sinusunod at mga korte',
      blocks: [
        'Ang mga tuntuning ito ay nasa ilalim ng mga batas ng Canada, kasama ang mga batas ng Lalawigan ng Ontario na may bisa roon. Kung hindi natin malutas ang hindi pagkakasundo sa pag-uusap, ang mga korte ng Ontario ang magpapasya. Sumulat po muna sa amin: karamihan ng mga bagay ay nalulutas sa ganoong paraan.',
        'Nananatili sa inyo ang mga karapatan ng mamimili at karapatan sa privacy na ibinibigay ng batas ng inyong lalawigan, at hindi maaalis ng isang kasunduan.',
      ],
    },
    {
      id: 'changes',
      title: 'Mga pagbabago sa mga tuntuning ito',
      blocks: [
        'Kung babaguhin namin ang mga tuntuning ito, magbabago rin ang petsa at bersyon sa itaas. Sasabihin namin sa inyo ang mahahalagang pagbabago sa produkto o sa email bago magkabisa ang mga ito, at hihingin ang inyong pagpayag kung hinihingi ng batas. Kung may bahagi ng mga tuntuning ito na lumabas na walang bisa, may bisa pa rin ang natitira. Magkapareho ang bisa ng tekstong Ingles at ng tekstong Pranses.',
      ],
    },
    {
      id: 'contact',
      title: 'Mga tanong',
      blocks: ['Sumulat sa support team, o tumawag:', { contacts: true }],
    },
  ],
});
