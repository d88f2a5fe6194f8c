import type { LegalBlock, LegalText } from '../document.ts';

const answers = (storesAnswers: boolean, isDemo: boolean): LegalBlock =>
  storesAnswers
    ? 'Một khảo sát được gửi đến một dịch vụ ghi nhận khảo sát riêng, cùng với tên, email của quý vị và tên bệnh viện. Dịch vụ lưu khảo sát để bệnh viện rút kinh nghiệm. Quý vị không bắt buộc phải tham gia, và việc chăm sóc quý vị không phụ thuộc vào điều này.'
    : `Một khảo sát được gửi đến một dịch vụ ghi nhận khảo sát riêng, cùng với tên, email của quý vị và tên bệnh viện. ${isDemo ? 'Trong bản dùng thử này, các câu trả lời' : 'Các câu trả lời'} khảo sát không được lưu lại: dịch vụ giữ một biên nhận (khảo sát nào, cho bệnh viện nào, khi nào, và một dấu nhận dạng để nhận ra khảo sát được gửi đến hai lần) và bỏ các câu trả lời, tên và email của quý vị. Quý vị không bắt buộc phải tham gia, và việc chăm sóc quý vị không phụ thuộc vào điều này.`;

const DEMO: LegalBlock[] = [
  'Đây là bản dùng thử. Các sự kiện, kết quả, kế hoạch chăm sóc và nhân vật trong câu chuyện đều là bịa ra. Câu chuyện giống nhau cho mọi người và không nói gì về quý vị.',
  'Trong bản dùng thử, các tin nhắn và email mà sản phẩm viết được liệt kê trên một trang, hộp thư đi, mà mọi người dùng bản dùng thử này đều đọc được. Chúng có tên, số điện thoại, địa chỉ email và mã bảo mật. Vì vậy, ở đây xin chỉ nhập những chi tiết mà người khác được xem, và không nhập thông tin sức khỏe của người có thật.',
];

/** The privacy policy in Vietnamese. */
export const legalText: LegalText = ({ product, hospital, isDemo, storesAnswers }) => ({
  title: 'Chính sách quyền riêng tư',
  date: '2021-02-16',
  version: '1.0',
  intro: [
    `Chính sách này nói về những gì xảy ra với thông tin về quý vị khi quý vị dùng ${product} (“sản phẩm”), do ${hospital} (“bệnh viện”) cung cấp${isDemo ? ' để dùng thử' : ''}. “Chúng tôi” là bệnh viện và nhóm vận hành sản phẩm cho bệnh viện.`,
    'Tóm lại: chúng tôi thu thập những gì sản phẩm cần để hoạt động, dùng cho hành trình của quý vị tại bệnh viện và không dùng cho việc gì khác, không bán thông tin đó, và quý vị có thể yêu cầu xem, sửa hoặc xóa bất cứ lúc nào.',
  ],
  sections: [
    {
      id: 'responsible',
      title: 'Ai chịu trách nhiệm',
      blocks: [
        'Bệnh viện chịu trách nhiệm về thông tin sức khỏe cá nhân của quý vị. Đạo luật Bảo vệ Thông tin Sức khỏe Cá nhân của Ontario (PHIPA) gọi bệnh viện là bên giữ thông tin sức khỏe: bệnh viện quyết định thu thập gì, vì sao, và ai được xem. Nhóm vận hành sản phẩm làm việc cho bệnh viện và chỉ được dùng thông tin như bệnh viện cho phép.',
        'Đối với các thông tin cá nhân khác, như email mà quý vị để lại để nhận tin, Đạo luật Bảo vệ Thông tin Cá nhân và Tài liệu Điện tử của Canada (PIPEDA) đặt ra quy định. Nói đơn giản, hai luật này đều đòi hỏi như nhau: cho mọi người biết mình làm gì, không lấy nhiều hơn mức cần, giữ an toàn và chịu trách nhiệm.',
      ],
    },
    {
      id: 'collected',
      title: 'Chúng tôi thu thập gì',
      blocks: [
        'Từ quý vị:',
        {
          list: [
            'mã trên vòng đeo tay, khi quý vị quét hoặc nhập bằng tay;',
            'để có tài khoản: họ và tên, email, tổ chức, số điện thoại và mật khẩu; chúng tôi chỉ lưu mật khẩu ở dạng đã xáo trộn (hash), không thể đổi ngược lại;',
            `sự đồng ý của quý vị với ${isDemo ? 'thỏa thuận bảo mật thông tin, ' : ''}chính sách này và điều khoản sử dụng;`,
            'số điện thoại di động mới, khi quý vị đổi số;',
            'tên và số điện thoại di động của người hỗ trợ mà quý vị mời, và những gì quý vị cho người đó xem;',
            'các câu trả lời khảo sát của quý vị, và những gì quý vị viết cho nhóm trợ giúp;',
            'nếu quý vị xin nhận tin: tên, email, thành phố nếu muốn, và quý vị có muốn nhận tin cập nhật hay không.',
          ],
        },
        'Từ bệnh viện: những gì thuộc về hành trình của quý vị, như các sự kiện của đợt nằm viện, kết quả, báo cáo và kế hoạch chăm sóc.',
        'Từ việc dùng sản phẩm: khi nào quý vị đăng nhập, quét vòng đeo tay và nhập PIN, quý vị đã xem sự kiện nào, ngôn ngữ quý vị chọn, và các mục nhật ký kỹ thuật. Nhật ký chứa mã nhận dạng, thời gian và mã lỗi, không có tên, lời nhắn hay thông tin sức khỏe.',
      ],
    },
    {
      id: 'use',
      title: 'Chúng tôi dùng để làm gì',
      blocks: [
        {
          list: [
            'để chắc chắn đó là quý vị, và không cho người khác vào;',
            'để cho quý vị xem hành trình của mình, và cho những người hỗ trợ mà quý vị đã chọn xem;',
            'để gửi cho quý vị PIN, đường dẫn và lời báo về tài khoản;',
            'để chuyển ý kiến của quý vị đến bệnh viện;',
            'để giúp quý vị khi quý vị yêu cầu trợ giúp;',
            'để tìm lỗi, giữ an toàn cho sản phẩm và cải thiện sản phẩm;',
            'để làm những gì luật đòi hỏi.',
          ],
        },
        'Nếu có lúc chúng tôi muốn dùng cho việc khác, chúng tôi sẽ hỏi quý vị trước.',
      ],
    },
    {
      id: 'never',
      title: 'Chúng tôi không làm gì',
      blocks: [
        {
          list: [
            'Chúng tôi không bán thông tin của quý vị và không dùng để quảng cáo.',
            'Sản phẩm không có công cụ theo dõi quảng cáo và không có công cụ phân tích của công ty khác, và không đặt cookie để theo dõi quý vị.',
            'Sản phẩm không hỏi quý vị đang ở đâu, và không nghe qua micro.',
            'Máy ảnh chỉ đọc mã vòng đeo tay trong lúc quý vị quét. Hình ảnh ở lại trên điện thoại của quý vị: không có gì được ghi lại hoặc gửi đi, ngoài chính mã đó.',
          ],
        },
      ],
    },
    {
      id: 'consent',
      title: 'Sự đồng ý của quý vị',
      blocks: [
        'Quý vị đồng ý khi đánh dấu vào ô của chính sách này. Quyền quyết định là của quý vị: quý vị có thể từ chối, và có thể rút lại sau: xóa tài khoản trong phần cài đặt, ở mục “Dữ liệu của quý vị”, hoặc viết cho nhóm trợ giúp. Khi đó chúng tôi dừng lại, xóa những gì không còn cần, và cho quý vị biết điều gì sẽ thay đổi: nếu không có số điện thoại di động của quý vị, sản phẩm không thể gửi PIN cho quý vị bằng tin nhắn. Những gì đã xảy ra trước đó vẫn hợp pháp.',
        'Việc chăm sóc quý vị trong bệnh viện không phụ thuộc vào sự đồng ý của quý vị với sản phẩm này.',
      ],
    },
    {
      id: 'supporters',
      title: 'Người hỗ trợ',
      blocks: [
        'Người hỗ trợ chỉ thấy thông tin về quý vị nếu quý vị đã mời họ. Trên trang của mỗi người hỗ trợ, quý vị có thể tắt những gì người đó không nên thấy: tin về tình trạng của quý vị, hồ sơ y tế, kết quả chẩn đoán, kế hoạch chăm sóc. Lúc đầu mọi mục đều bật, vì vậy xin xem lại. Để xóa một người hỗ trợ, xin viết cho nhóm trợ giúp.',
        'Trước khi nhập tên và số điện thoại di động của ai, xin hỏi người đó. Chúng tôi chỉ dùng cả hai để gửi lời mời và hiện người đó trong danh sách của quý vị. Lời mời có ghi tên quý vị.',
      ],
    },
    {
      id: 'shared',
      title: 'Ai khác nhận được thông tin',
      blocks: [
        {
          list: [
            `Những người ở bệnh viện chăm sóc quý vị, hoặc vận hành ${isDemo ? 'bản dùng thử này' : 'sản phẩm'}, trong mức công việc của họ cần.`,
            'Các dịch vụ chuyển tin nhắn và email của chúng tôi. Họ nhận số điện thoại hoặc địa chỉ và nội dung tin.',
            'Dịch vụ ghi nhận khảo sát, như phần tiếp theo nói.',
            'Nhóm trợ giúp. Yêu cầu trợ giúp đến nhóm dưới dạng tin nhắn, gồm vấn đề, ý kiến của quý vị, cách quý vị muốn được liên lạc, và email của quý vị.',
            'Cơ quan nhà nước và tòa án, khi luật buộc chúng tôi, và khi đó chỉ những gì bị đòi hỏi.',
          ],
        },
        'Những người làm việc cho chúng tôi bị hợp đồng ràng buộc phải bảo vệ thông tin và không dùng cho việc khác. Nếu một dịch vụ lưu thông tin ở ngoài Ontario hoặc ngoài Canada, luật của nơi đó có thể áp dụng; nhóm trợ giúp sẽ cho quý vị biết bệnh viện dùng dịch vụ nào, và ở đâu.',
      ],
    },
    { id: 'surveys', title: 'Khảo sát', blocks: [answers(storesAnswers, isDemo)] },
    ...(isDemo ? [{ id: 'demo', title: 'Dùng thử và demo', blocks: DEMO }] : []),
    {
      id: 'phone',
      title: 'Những gì được lưu trên điện thoại của quý vị',
      blocks: [
        'Trong bộ nhớ cục bộ của trình duyệt, sản phẩm lưu hai thứ:',
        {
          list: [
            'các cài đặt của quý vị, như ngôn ngữ và giao diện;',
            'một mã truy cập, là một giá trị dài ngẫu nhiên giữ cho quý vị đăng nhập tối đa 12 giờ và không dùng được nữa sau khi quý vị đăng xuất.',
          ],
        },
        'Khi quý vị điền một mẫu, những gì quý vị nhập có thể được lưu cho thẻ trình duyệt đó, không bao giờ lưu mật khẩu. Để quý vị đọc được khi không có mạng, chính chương trình được lưu trên điện thoại, và một bản sao đã mã hóa của những gì quý vị xem gần nhất cũng có thể được lưu. Các câu trả lời khảo sát chưa gửi được có thể chờ trên điện thoại cho đến khi gửi được, hoặc cho đến khi quý vị bỏ đi. Để quý vị xem và sửa những gì đã gửi, một bản sao đã mã hóa của các câu trả lời đó ở lại trên điện thoại cho đến khi quý vị đăng xuất.',
        `Khi đăng xuất, mã truy cập và các bản sao bị xóa. ${isDemo ? 'Nút Đặt lại, và khi hết dùng thử, cũng xóa' : 'Nút Đặt lại cũng xóa'} các cài đặt. Không nên ở trạng thái đăng nhập trên một trình duyệt mà quý vị dùng chung với người khác.`,
      ],
    },
    {
      id: 'security',
      title: 'Chúng tôi bảo vệ như thế nào',
      blocks: [
        {
          list: [
            'Mã vòng đeo tay và PIN đi cùng nhau: chỉ có mã thì chỉ thấy tên gọi của quý vị và bốn chữ số cuối của số điện thoại.',
            'Một PIN dùng được một lần và trong 10 phút. Sau vài lần nhập sai, PIN không dùng được nữa, và quá nhiều lần sai trong một ngày sẽ khóa PIN cho đến hết ngày đó.',
            'Đường dẫn trong email dùng được một lần: 30 phút cho mật khẩu mới, 24 giờ để xác nhận email.',
            'Mật khẩu, PIN, mã truy cập và đường dẫn được kiểm tra bằng hash, từ đó không thể đọc ra được. Tin đã mang PIN hoặc đường dẫn đến cho quý vị được lưu riêng, và không mở được gì sau khi đã dùng hoặc đã hết hạn.',
            'Kết nối giữa điện thoại của quý vị và bệnh viện được mã hóa khi sản phẩm chạy ở địa chỉ của bệnh viện (https).',
            'Mọi yêu cầu đều được kiểm tra trên máy chủ: quý vị thấy thông tin của chính mình, và của những người cho phép quý vị.',
          ],
        },
        'Không có sự bảo vệ nào là hoàn hảo. Quý vị góp phần bằng cách khóa điện thoại, và giữ kín PIN và mật khẩu.',
      ],
    },
    {
      id: 'retention',
      title: 'Chúng tôi lưu trong bao lâu',
      blocks: [
        {
          list: [
            'Phiên đăng nhập chấm dứt muộn nhất sau 12 giờ. Phiên và đường dẫn đã hết hạn được tự động xóa.',
            `Tài khoản, những người hỗ trợ và dòng thời gian của quý vị được giữ khi quý vị còn ${isDemo ? 'tham gia dùng thử' : 'dùng sản phẩm'}. Chúng được xóa, hoặc làm cho ẩn danh, khi ${isDemo ? 'đã hết dùng thử và ' : ''}không còn cần đến, hoặc khi quý vị xóa tài khoản trong phần cài đặt hay yêu cầu chúng tôi xóa.`,
            `Các tin đã gửi và yêu cầu trợ giúp được lưu trong thời gian cần thiết để trả lời câu hỏi về chúng${isDemo ? ', lâu nhất là đến khi hết dùng thử' : ''}.`,
            'Những chi tiết quý vị để lại để nhận tin được lưu cho đến khi quý vị yêu cầu chúng tôi dừng, hoặc cho đến khi tin đã được gửi.',
          ],
        },
        'Hồ sơ y tế của chính bệnh viện là chuyện khác. Hồ sơ đó được lưu trong thời gian luật đòi hỏi, dù quý vị có dùng sản phẩm hay không, và việc xóa tài khoản không làm thay đổi hồ sơ đó.',
      ],
    },
    {
      id: 'rights',
      title: 'Xem, sửa, xóa',
      blocks: [
        'Quý vị có quyền:',
        {
          list: [
            'xem thông tin mà chúng tôi giữ về quý vị, và nhận một bản sao;',
            'biết thông tin được dùng để làm gì và ai đã nhận;',
            'được sửa những chỗ sai, hoặc được ghi lại ý kiến không đồng ý của quý vị bên cạnh phần giữ nguyên;',
            'rút lại sự đồng ý, và được xóa những thông tin mà luật không buộc chúng tôi phải giữ.',
          ],
        },
        'Trong phần cài đặt, ở mục “Dữ liệu của quý vị”, quý vị có thể tự tải về mọi thứ về mình và tự xóa tài khoản, bất cứ lúc nào.',
        'Đối với mọi việc khác, hoặc nếu quý vị không dùng được phần cài đặt, xin viết cho nhóm trợ giúp. Trước hết chúng tôi kiểm tra để chắc chắn đó là quý vị, rồi trả lời trong vòng 30 ngày. Nếu cần thêm thời gian, chúng tôi cho quý vị biết trong thời hạn đó là vì sao, và đến khi nào; luật chỉ cho phép việc này trong một số trường hợp. Yêu cầu không mất tiền; với một bản sao lớn, luật cho phép một khoản phí hợp lý mà chúng tôi sẽ báo trước. Nếu phải từ chối điều gì, chúng tôi nêu lý do và cho biết cách khiếu nại.',
      ],
    },
    {
      id: 'children',
      title: 'Trẻ em',
      blocks: [
        'Tài khoản là dành cho người lớn. Đối với trẻ em, cha mẹ hoặc người khác được luật cho phép quyết định thay cho trẻ có thể dùng sản phẩm với vòng đeo tay của trẻ. Ở Ontario không có tuổi cố định cho các quyết định về quyền riêng tư: một người trẻ hiểu một quyết định có nghĩa gì thì được tự quyết định, và chúng tôi tôn trọng điều đó.',
        'Nếu một trẻ em đã cho chúng tôi thông tin mà không có ai được phép đồng ý, xin báo cho chúng tôi, và chúng tôi sẽ xóa thông tin đó.',
      ],
    },
    {
      id: 'incident',
      title: 'Nếu có điều không ổn',
      blocks: [
        'Nếu thông tin của quý vị bị mất hoặc bị đánh cắp, hoặc bị người không được phép xem hay dùng, chúng tôi sẽ báo cho quý vị ngay khi có thể một cách hợp lý: điều gì đã xảy ra, chúng tôi đang làm gì, và quý vị có thể làm gì. Chúng tôi cũng báo cho ủy viên về quyền riêng tư khi luật đòi hỏi, và lưu lại việc đó.',
      ],
    },
    {
      id: 'complaints',
      title: 'Khiếu nại',
      blocks: [
        'Xin báo cho chúng tôi trước, để chúng tôi có thể sửa lại. Quý vị cũng có thể liên lạc với một ủy viên bất cứ lúc nào, miễn phí:',
        {
          list: [
            'về thông tin sức khỏe cá nhân: Ủy viên Thông tin và Quyền riêng tư của Ontario;',
            'về thông tin cá nhân khác: Văn phòng Ủy viên Quyền riêng tư của Canada.',
          ],
        },
      ],
    },
    {
      id: 'law',
      title: 'Luật áp dụng và thay đổi',
      blocks: [
        'Chính sách này theo luật của Canada, gồm cả PIPEDA, và theo PHIPA của Ontario đối với thông tin sức khỏe cá nhân.',
        'Nếu chúng tôi thay đổi chính sách này, ngày và phiên bản ở trên cùng cũng thay đổi. Chúng tôi báo cho quý vị về những thay đổi quan trọng trước khi chúng có hiệu lực, và xin quý vị đồng ý lại khi có điều mới xảy ra với thông tin của quý vị. Bản tiếng Anh và bản tiếng Pháp có giá trị như nhau.',
      ],
    },
    {
      id: 'contact',
      title: 'Liên lạc',
      blocks: [
        'Câu hỏi, yêu cầu và khiếu nại về quyền riêng tư: xin viết hoặc gọi, và nói rằng đây là việc về quyền riêng tư. Nhóm trợ giúp sẽ chuyển đến người ở bệnh viện chịu trách nhiệm về quyền riêng tư.',
        { contacts: true },
      ],
    },
  ],
});
