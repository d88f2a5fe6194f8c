import type { LegalText } from '../document.ts';

/** The non-disclosure agreement in Portuguese. */
export const legalText: LegalText = ({ product, hospital }) => ({
  title: 'Acordo de confidencialidade',
  date: '2021-02-18',
  version: '1.0',
  intro: [
    `Este acordo é entre você e ${hospital}, o hospital que oferece o teste de ${product}. Neste acordo, “o produto” é ${product}, e “nós” somos o hospital e a equipe que cuida do produto para ele.`,
    'Você vê o produto antes do lançamento. Em resumo: use-o, diga o que acha dele e guarde para si o que ele tem de novo. Sobre a sua própria saúde e o seu próprio atendimento você sempre pode falar.',
  ],
  sections: [
    {
      id: 'purpose',
      title: 'Por que existe um acordo',
      blocks: [
        'O produto é oferecido como teste. Suas telas, suas ideias e seus planos ainda não são públicos. Mostramos tudo isso para que você possa experimentar o produto e nos dar sua opinião. É só para isso que você os recebe.',
      ],
    },
    {
      id: 'acceptance',
      title: 'Como você concorda, e quem fica obrigado',
      blocks: [
        'Você concorda ao marcar a caixa deste acordo na tela que leva até aqui. Isso vale como sua assinatura. Se não concorda, não marque a caixa: nesse caso, não poderá participar do teste. Seu atendimento no hospital não depende disso de forma alguma.',
        'O acordo obriga você e a nós. Se você experimenta o produto em nome de uma organização, por exemplo o hospital onde trabalha, confirma que pode concordar com isto para a sua parte no teste.',
      ],
    },
    {
      id: 'confidential',
      title: 'O que é confidencial',
      blocks: [
        'É confidencial tudo o que mostramos ou contamos a você sobre o produto durante o teste e que não é público, em especial:',
        {
          list: [
            'a aparência e o funcionamento do produto: suas telas, textos, imagens, sons, vídeos e conteúdo de demonstração;',
            'seu software, seu projeto técnico e as formas como ele é mantido seguro;',
            'planos, datas, preços, nomes de parceiros e outras informações comerciais;',
            'falhas e pontos fracos do produto, também os que você mesmo encontrar;',
            'opiniões e resultados do teste que outras pessoas compartilhem com você.',
          ],
        },
        'Não importa se marcamos algo como confidencial ou não. Se tiver dúvida sobre alguma coisa, pergunte a nós primeiro.',
      ],
    },
    {
      id: 'exceptions',
      title: 'O que não é confidencial',
      blocks: [
        'Este acordo não inclui informações que:',
        {
          list: [
            'são públicas, ou se tornam públicas sem culpa sua;',
            'você já conhecia, de forma legal, antes de mostrarmos;',
            'são dadas a você por outra pessoa que pode fazer isso;',
            'você descobre por conta própria, sem usar o que mostramos.',
          ],
        },
      ],
    },
    {
      id: 'promises',
      title: 'O que você promete',
      blocks: [
        'Enquanto este acordo durar, você vai:',
        {
          list: [
            'usar informações confidenciais só para experimentar o produto e nos dizer o que acha dele;',
            'não passá-las adiante nem publicá-las, nem em palavras nem como imagem, gravação ou captura de tela;',
            'mostrar o produto só a pessoas que também participam do teste, como um acompanhante que você convidou;',
            'cuidar delas tão bem quanto cuida dos seus próprios assuntos confidenciais;',
            'não dar a ninguém o código da sua pulseira, seu PIN nem sua senha;',
            'não copiar o produto, não desmontá-lo nem tentar obter seu código-fonte, exceto onde a lei dá a você esse direito.',
          ],
        },
      ],
    },
    {
      id: 'always-allowed',
      title: 'O que você sempre pode fazer',
      blocks: [
        'Nada neste acordo impede você de:',
        {
          list: [
            'falar da sua própria saúde, da sua própria estadia e do seu próprio atendimento com quem quiser;',
            'usar e compartilhar suas próprias informações de saúde, também quando as lê no produto;',
            'buscar orientação médica, uma segunda opinião, ou apoio jurídico ou pessoal;',
            'informar ao hospital, a um conselho profissional, a um comissário de privacidade ou a outra autoridade um problema de segurança, um problema de privacidade ou algo ilegal;',
            'responder com a verdade quando a lei ou um tribunal exigir.',
          ],
        },
        'Se um tribunal ou uma autoridade mandar você revelar algo confidencial, avise-nos antes, se a lei permitir, e revele só o que for exigido.',
      ],
    },
    {
      id: 'personal-information',
      title: 'Informações sobre pessoas',
      blocks: [
        'O teste pode mostrar a você informações sobre outras pessoas, por exemplo sobre alguém que você apoia. Mantenha essas informações em sigilo, pareçam importantes ou não. Esse dever vem das leis de privacidade, além deste acordo, e não termina com o teste.',
        'Se você vir informações sobre uma pessoa real que claramente não eram para você, feche-as, não as copie e avise a equipe de suporte na hora.',
        'Como tratamos as informações sobre você está descrito na política de privacidade, não aqui.',
        { read: 'privacy' },
      ],
    },
    {
      id: 'feedback',
      title: 'Seus comentários',
      blocks: [
        'Queremos sua opinião sincera, o que é bom e o que é ruim. Você não precisa dar nenhuma. Podemos usar o que você nos diz sobre o produto para melhorá-lo, sem dever pagamento a você. Não publicamos seu nome junto, a menos que você tenha concordado com isso.',
      ],
    },
    {
      id: 'rights',
      title: 'Nenhum direito muda de mãos',
      blocks: [
        'Tudo o que mostramos continua sendo de quem é agora. Você não recebe nenhuma licença, nenhuma patente nem outro direito sobre o produto, além de usá-lo no teste como dizem os termos de uso.',
        { read: 'terms' },
      ],
    },
    {
      id: 'duration',
      title: 'Quanto tempo dura',
      blocks: [
        'O acordo começa quando você concorda com ele. Termina dois anos depois do fim do seu teste, ou antes para tudo o que se tornar público. As informações sobre pessoas continuam confidenciais enquanto as leis de privacidade as protegerem.',
        'Você pode sair do teste a qualquer momento, escrevendo para a equipe de suporte. Nós também podemos encerrar seu teste a qualquer momento. O que você conheceu até então continua confidencial pelo tempo indicado aqui.',
      ],
    },
    {
      id: 'return',
      title: 'Quando o teste termina',
      blocks: [
        'Apague o que guardou do produto, como anotações, imagens ou gravações, e remova-o do seu telefone. Você pode ficar com suas próprias informações de saúde. Se tiver que guardar uma cópia de algo porque a lei manda, mantenha-a em sigilo.',
      ],
    },
    {
      id: 'breach',
      title: 'Se algo der errado',
      blocks: [
        'Se informações confidenciais chegaram a alguém a quem não deveriam chegar, avise a equipe de suporte assim que puder. Ninguém vai culpar você por um erro sincero que você nos conta; queremos limitar o dano juntos.',
        'Como muitas vezes o dinheiro não repara um dano assim, podemos pedir a um tribunal que impeça novas divulgações. Cada lado responde pelas perdas que causar ao descumprir este acordo, como a lei determina.',
      ],
    },
    {
      id: 'general',
      title: 'Pontos gerais',
      blocks: [
        'O produto é mostrado a você como está no momento. Este acordo não promete que ele será lançado nem que continuará como está.',
        'Este documento é o acordo completo sobre a confidencialidade no teste. Se uma parte dele não for válida, o resto continua valendo. Ele só pode ser mudado por escrito e, se um dia propusermos uma nova versão, pediremos de novo que você concorde. Se um de nós não exigir um direito na hora, o direito não se perde.',
        'O texto em inglês e o texto em francês têm o mesmo valor.',
      ],
    },
    {
      id: 'law',
      title: 'Lei aplicável',
      blocks: [
        'Este acordo é regido pelas leis do Canadá, incluindo as leis da província que se aplicam lá. Os direitos que a lei dá a você e que nenhum acordo pode tirar continuam seus.',
      ],
    },
    {
      id: 'contact',
      title: 'Perguntas',
      blocks: [
        'Se algo aqui não estiver claro, pergunte antes de concordar. A equipe de suporte explica com prazer:',
        { contacts: true },
      ],
    },
  ],
});
