import type { LegalBlock, LegalText } from '../document.ts';

const answers = (storesAnswers: boolean, isDemo: boolean): LegalBlock =>
  storesAnswers
    ? 'Uma pesquisa vai para um serviço separado que registra pesquisas, com seu nome, seu e-mail e o nome do hospital. O serviço a guarda para que o hospital possa aprender com ela. Você não precisa participar, e seu atendimento não depende disso.'
    : `Uma pesquisa vai para um serviço separado que registra pesquisas, com seu nome, seu e-mail e o nome do hospital. ${isDemo ? 'Nesta demonstração, as respostas' : 'As respostas'} das pesquisas não são guardadas: o serviço fica com um recibo (qual pesquisa, para qual hospital, quando, e uma impressão digital com a qual reconhece uma pesquisa que chega duas vezes) e descarta suas respostas, seu nome e seu e-mail. Você não precisa participar, e seu atendimento não depende disso.`;

const DEMO: LegalBlock[] = [
  'Isto é uma demonstração. Os eventos, os resultados, os planos de cuidados e as pessoas da história são inventados. A história é a mesma para todos e não diz nada sobre você.',
  'Na demonstração, as mensagens de texto e os e-mails que o produto escreve aparecem em uma página, a caixa de saída, que todos os que experimentam esta demonstração podem ler. Eles contêm nomes, números de telefone, endereços de e-mail e códigos de segurança. Por isso, escreva aqui só dados que outros podem ver, e nenhuma informação de saúde de uma pessoa real.',
];

/** The privacy policy in Portuguese. */
export const legalText: LegalText = ({ product, hospital, isDemo, storesAnswers }) => ({
  title: 'Política de privacidade',
  date: '2021-02-16',
  version: '1.0',
  intro: [
    `Esta política diz o que acontece com as informações sobre você quando usa ${product} (“o produto”), que ${hospital} (“o hospital”) oferece${isDemo ? ' como teste' : ''}. “Nós” somos o hospital e a equipe que cuida do produto para ele.`,
    'Em resumo: coletamos o que o produto precisa para funcionar, usamos isso para a sua passagem pelo hospital e para nada mais, não vendemos, e você pode pedir a qualquer momento para ver, para corrigir ou para apagar.',
  ],
  sections: [
    {
      id: 'responsible',
      title: 'Quem é responsável',
      blocks: [
        'O hospital é responsável pelas suas informações pessoais de saúde. A Lei de Proteção de Informações Pessoais de Saúde de Ontário (PHIPA) o chama de guardião de informações de saúde: ele decide o que é coletado, por quê, e quem pode ver. A equipe que cuida do produto trabalha para o hospital e só pode usar as informações como o hospital permite.',
        'Para outras informações pessoais, como o e-mail que você deixa para receber novidades, quem define as regras é a Lei de Proteção de Informações Pessoais e Documentos Eletrônicos do Canadá (PIPEDA). Em palavras simples, as duas leis dizem a mesma coisa: contar às pessoas o que se faz, não pegar mais do que o necessário, manter tudo seguro e responder por isso.',
      ],
    },
    {
      id: 'collected',
      title: 'O que coletamos',
      blocks: [
        'De você:',
        {
          list: [
            'o código da sua pulseira, quando você o escaneia ou digita;',
            'para uma conta: nome e sobrenome, e-mail, organização, número de telefone e uma senha, da qual guardamos só uma forma embaralhada (um hash) que não pode ser desfeita;',
            `sua concordância com ${isDemo ? 'o acordo de confidencialidade, com ' : ''}esta política e com os termos de uso;`,
            'um novo número de celular, quando você o muda;',
            'o nome e o número de celular de um acompanhante que você convida, e o que você deixa essa pessoa ver;',
            'suas respostas às pesquisas, e o que você escreve para a equipe de suporte;',
            'se você pede novidades: nome, e-mail, cidade se quiser, e se deseja receber atualizações.',
          ],
        },
        'Do hospital: o que faz parte da sua passagem por ele, como eventos de uma estadia, resultados, laudos e planos de cuidados.',
        'Do uso do produto: quando você entrou, escaneou sua pulseira e digitou seu PIN, quais eventos viu, o idioma que escolheu, e registros técnicos. Os registros contêm identificadores, horários e códigos de erro, e nenhum nome, mensagem ou informação de saúde.',
      ],
    },
    {
      id: 'use',
      title: 'Para que usamos',
      blocks: [
        {
          list: [
            'para ter certeza de que é você, e para não deixar outros entrarem;',
            'para mostrar a você sua passagem pelo hospital, e mostrá-la aos acompanhantes que você escolheu;',
            'para enviar a você PINs, links e avisos sobre sua conta;',
            'para passar seus comentários ao hospital;',
            'para ajudar quando você pede suporte;',
            'para encontrar falhas, manter o produto seguro e melhorá-lo;',
            'para fazer o que a lei exige.',
          ],
        },
        'Se um dia quisermos usar isso para outra coisa, perguntamos a você primeiro.',
      ],
    },
    {
      id: 'never',
      title: 'O que não fazemos',
      blocks: [
        {
          list: [
            'Não vendemos suas informações e não as usamos para publicidade.',
            'O produto não tem rastreadores de publicidade nem análises de outras empresas, e não usa cookies para seguir você.',
            'Ele não pergunta onde você está e não escuta pelo microfone.',
            'A câmera lê o código da sua pulseira só enquanto você escaneia. As imagens ficam no seu telefone: nada é gravado nem enviado, exceto o próprio código.',
          ],
        },
      ],
    },
    {
      id: 'consent',
      title: 'Seu consentimento',
      blocks: [
        'Você dá seu consentimento quando marca a caixa desta política. A decisão é sua: você pode dizer não, e pode retirá-lo mais tarde: apague sua conta nas configurações, em “Seus dados”, ou escreva para a equipe de suporte. Então paramos, apagamos o que não precisamos mais e dizemos a você o que isso muda: sem o seu número de celular, o produto não pode enviar um PIN por mensagem de texto. O que aconteceu antes continua legal.',
        'Seu atendimento no hospital não depende do seu consentimento para este produto.',
      ],
    },
    {
      id: 'supporters',
      title: 'Acompanhantes',
      blocks: [
        'Os acompanhantes só veem informações sobre você se você os convidou. Na página de cada acompanhante, você pode desligar o que ele não deve ver: atualizações do seu estado, prontuário médico, resultados de exames, planos de cuidados. No início tudo está ligado, por isso confira. Para remover um acompanhante, escreva para a equipe de suporte.',
        'Antes de digitar o nome e o número de celular de alguém, pergunte à pessoa. Usamos os dois só para o convite e para mostrar a pessoa na sua lista. O convite diz o seu nome.',
      ],
    },
    {
      id: 'shared',
      title: 'Quem mais recebe informações',
      blocks: [
        {
          list: [
            `As pessoas do hospital que cuidam de você, ou que cuidam ${isDemo ? 'deste teste' : 'do produto'}, na medida em que a tarefa delas exige.`,
            'Os serviços que entregam nossas mensagens de texto e nossos e-mails. Eles recebem o número ou o endereço e a mensagem.',
            'O serviço que registra as pesquisas, como diz a próxima seção.',
            'A equipe de suporte. Um pedido de suporte chega a ela como mensagem de texto com o problema, seus comentários, como você prefere ser contatado e seu e-mail.',
            'Autoridades e tribunais, quando a lei nos obriga, e então só o que é exigido.',
          ],
        },
        'Quem trabalha para nós é obrigado por contrato a proteger as informações e a não usá-las para nada mais. Se um serviço as guarda fora de Ontário ou fora do Canadá, a lei desse lugar pode se aplicar a elas; a equipe de suporte diz a você quais serviços o hospital usa, e onde.',
      ],
    },
    { id: 'surveys', title: 'Pesquisas', blocks: [answers(storesAnswers, isDemo)] },
    ...(isDemo ? [{ id: 'demo', title: 'Teste e demonstração', blocks: DEMO }] : []),
    {
      id: 'phone',
      title: 'O que fica guardado no seu telefone',
      blocks: [
        'No armazenamento local do navegador, o produto guarda duas coisas:',
        {
          list: [
            'suas configurações, como idioma e tema;',
            'um token de acesso, um valor longo e aleatório que mantém você conectado por até 12 horas e que não serve para nada depois que você sai.',
          ],
        },
        'Enquanto você preenche um formulário, o que digitou pode ficar guardado para essa aba do navegador, nunca a senha. Para que você possa ler sem conexão, o próprio programa fica guardado no telefone, e pode ficar também uma cópia criptografada do que você viu por último. Respostas de pesquisas que ainda não puderam ser enviadas podem esperar no telefone até serem enviadas, ou até você as descartar. Para que você possa ver e mudar o que enviou, uma cópia criptografada dessas respostas fica no telefone até você sair.',
        `Sair apaga o token e as cópias. ${isDemo ? 'Redefinir, e o fim do seu teste, apagam' : 'Redefinir apaga'} também as configurações. Em um navegador que você divide com outros, não fique conectado.`,
      ],
    },
    {
      id: 'security',
      title: 'Como protegemos tudo isso',
      blocks: [
        {
          list: [
            'O código da pulseira e o PIN funcionam juntos: o código sozinho mostra apenas seu primeiro nome e os últimos quatro dígitos do seu número de telefone.',
            'Um PIN funciona uma vez e por 10 minutos. Várias tentativas erradas o inutilizam, e tentativas demais em um dia o bloqueiam até esse dia terminar.',
            'Os links nos e-mails funcionam uma vez: 30 minutos para uma nova senha, 24 horas para validar um e-mail.',
            'Senhas, PINs, tokens e links são conferidos com hashes, dos quais não podem ser lidos. A mensagem que trouxe a você um PIN ou um link fica guardada à parte, e não abre nada depois de usada ou vencida.',
            'A conexão entre seu telefone e o hospital é criptografada quando o produto funciona no endereço do hospital (https).',
            'Cada pedido é conferido no servidor: você vê suas próprias informações e as de pessoas que permitem isso.',
          ],
        },
        'Nenhuma proteção é perfeita. Você ajuda ao bloquear seu telefone e ao não dar a ninguém seu PIN nem sua senha.',
      ],
    },
    {
      id: 'retention',
      title: 'Por quanto tempo guardamos',
      blocks: [
        {
          list: [
            'As sessões terminam depois de no máximo 12 horas. Sessões e links vencidos são apagados automaticamente.',
            `Sua conta, seus acompanhantes e sua linha do tempo ficam guardados enquanto você ${isDemo ? 'participa do teste' : 'usa o produto'}. São apagados, ou tornados anônimos, quando ${isDemo ? 'o teste terminou e ' : ''}não são mais necessários, ou quando você apaga sua conta nas configurações ou nos pede isso.`,
            `As mensagens enviadas e os pedidos de suporte ficam guardados pelo tempo necessário para responder a perguntas sobre eles${isDemo ? ', no máximo até o fim do teste' : ''}.`,
            'Os dados que você deixou para receber novidades ficam guardados até você nos pedir para parar, ou até as novidades terem sido enviadas.',
          ],
        },
        'O prontuário do próprio hospital é outra coisa. Ele é guardado pelo tempo que a lei exige, quer você use o produto ou não, e apagar sua conta não muda isso.',
      ],
    },
    {
      id: 'rights',
      title: 'Ver, corrigir, apagar',
      blocks: [
        'Você tem o direito de:',
        {
          list: [
            'ver as informações que temos sobre você e receber uma cópia;',
            'saber para que foram usadas e quem as recebeu;',
            'ter erros corrigidos, ou ter seu desacordo anotado ao lado do que fica;',
            'retirar seu consentimento, e ter apagadas as informações que a lei não nos obriga a guardar.',
          ],
        },
        'Nas configurações, em “Seus dados”, você mesmo pode baixar tudo sobre você e apagar sua conta, a qualquer momento.',
        'Para todo o resto, ou se não puder usar as configurações, escreva para a equipe de suporte. Primeiro temos certeza de que é você, depois respondemos em até 30 dias. Se precisarmos de mais tempo, dizemos nesse prazo por quê, e até quando; a lei só permite isso em certos casos. Pedir não custa nada; para uma cópia grande, a lei permite uma taxa razoável, que dizemos antes. Se tivermos que recusar algo, damos o motivo e dizemos como reclamar.',
      ],
    },
    {
      id: 'children',
      title: 'Crianças',
      blocks: [
        'As contas são para adultos. Para uma criança, o pai, a mãe ou outra pessoa que por lei pode decidir pela criança pode usar o produto com a pulseira dela. Em Ontário não há uma idade fixa para decisões sobre privacidade: uma pessoa jovem que entende o que uma decisão significa pode tomá-la, e nós a respeitamos.',
        'Se uma criança nos deu informações sem que alguém que podia concordar o tenha feito, avise-nos, e nós as apagaremos.',
      ],
    },
    {
      id: 'incident',
      title: 'Se algo der errado',
      blocks: [
        'Se suas informações forem perdidas ou roubadas, ou forem vistas ou usadas por alguém que não podia, avisamos você assim que for razoavelmente possível: o que aconteceu, o que estamos fazendo e o que você pode fazer. Também informamos o comissário de privacidade quando a lei exige, e guardamos um registro disso.',
      ],
    },
    {
      id: 'complaints',
      title: 'Reclamações',
      blocks: [
        'Conte a nós primeiro, por favor, para que possamos resolver. Você também pode procurar um comissário a qualquer momento, sem custo:',
        {
          list: [
            'para informações pessoais de saúde: o Comissário de Informação e Privacidade de Ontário;',
            'para outras informações pessoais: o Escritório do Comissário de Privacidade do Canadá.',
          ],
        },
      ],
    },
    {
      id: 'law',
      title: 'Lei aplicável e mudanças',
      blocks: [
        'Esta política é regida pelas leis do Canadá, incluindo a PIPEDA, e pela PHIPA de Ontário para informações pessoais de saúde.',
        'Se mudarmos esta política, mudam também a data e a versão no alto da página. Avisamos você sobre mudanças importantes antes que passem a valer, e pedimos seu consentimento de novo quando algo novo for acontecer com suas informações. O texto em inglês e o texto em francês têm o mesmo valor.',
      ],
    },
    {
      id: 'contact',
      title: 'Contato',
      blocks: [
        'Perguntas, pedidos e reclamações sobre privacidade: escreva ou ligue, e diga que é sobre privacidade. A equipe de suporte passa tudo à pessoa do hospital que é responsável pela privacidade.',
        { contacts: true },
      ],
    },
  ],
});
