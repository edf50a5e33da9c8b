#!/usr/bin/env python3
"""Makes the documents of this folder, each of one peculiarity. The same bytes each time."""
import zipfile, sys, os
W='xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:v="urn:schemas-microsoft-com:vml"'
HEAD='<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
REL='http://schemas.openxmlformats.org/officeDocument/2006/relationships/'
TYPES='application/vnd.openxmlformats-officedocument.wordprocessingml.'
def zipped(name, parts):
    with zipfile.ZipFile(name,'w') as z:
        for n,t in parts:
            i=zipfile.ZipInfo(n,(2026,1,1,0,0,0)); i.compress_type=zipfile.ZIP_STORED if n=='mimetype' else zipfile.ZIP_DEFLATED
            z.writestr(i,t)
def docx(name, body, **parts):
    sect=parts.pop('sect','')
    extra={k:v for k,v in parts.items()}
    rels=''; over=''; files=[]
    for k,v in extra.items():
        sort=''.join(c for c in k if not c.isdigit())
        rels+=f'<Relationship Id="{k}" Type="{REL}{sort}" Target="{k}.xml"/>'
        over+=f'<Override PartName="/word/{k}.xml" ContentType="{TYPES}{sort}+xml"/>'
        root={'footnotes':'footnotes','endnotes':'endnotes','header':'hdr','footer':'ftr','styles':'styles','numbering':'numbering','settings':'settings','comments':'comments'}[sort]
        files.append((f'word/{k}.xml',HEAD+f'<w:{root} {W}>{v}</w:{root}>'))
    zipped(name+'.docx',[
     ('[Content_Types].xml',HEAD+f'<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="{TYPES}document.main+xml"/>{over}</Types>'),
     ('_rels/.rels',HEAD+f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="{REL}officeDocument" Target="word/document.xml"/></Relationships>'),
     ('word/document.xml',HEAD+f'<w:document {W}><w:body>{body}<w:sectPr>{sect}<w:pgSz w:w="11906" w:h="16838"/></w:sectPr></w:body></w:document>'),
     ('word/_rels/document.xml.rels',HEAD+f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{rels}</Relationships>')]+files)
def r(t,pr=''): return f'<w:r>{"<w:rPr>"+pr+"</w:rPr>" if pr else ""}<w:t xml:space="preserve">{t}</w:t></w:r>'
def p(*runs,pr=''): return f'<w:p>{"<w:pPr>"+pr+"</w:pPr>" if pr else ""}{"".join(x if x.startswith("<") else r(x) for x in runs)}</w:p>'
def num(i,l=0): return f'<w:numPr><w:ilvl w:val="{l}"/><w:numId w:val="{i}"/></w:numPr>'
def lvl(i,fmt,text): return f'<w:lvl w:ilvl="{i}"><w:start w:val="1"/><w:numFmt w:val="{fmt}"/><w:lvlText w:val="{text}"/></w:lvl>'
NUM='<w:abstractNum w:abstractNumId="0">'+lvl(0,'decimal','%1.')+lvl(1,'bullet','•')+lvl(2,'none','')+'</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
docx('plain',p('Once upon a time, well-known')+p('An em—dash, an en–dash and two -- hyphens.')+p()+p('½ 1.23 http://example.org ...')+p('日本語 text'))
docx('runs',p('un','broken')+p('a','<w:r><w:tab/></w:r>','b','<w:r><w:br/></w:r>','c','<w:r><w:noBreakHyphen/></w:r>','d','<w:r><w:softHyphen/></w:r>','e'))
docx('hidden',p('seen ',r('not seen ','<w:vanish/>'),r('seen again','<w:vanish w:val="0"/>'))+p('whole hidden style',pr='<w:pStyle w:val="H"/>')+p('a ',r('b c','<w:rStyle w:val="C"/>'),' d'),
 styles='<w:style w:type="paragraph" w:styleId="H"><w:name w:val="H"/><w:rPr><w:vanish/></w:rPr></w:style><w:style w:type="character" w:styleId="C"><w:name w:val="C"/><w:rPr><w:vanish/></w:rPr></w:style>')
docx('changes',p('kept ','<w:ins w:id="1" w:author="A" w:date="2026-01-01T00:00:00Z">'+r('added words ')+'</w:ins>','<w:del w:id="2" w:author="A" w:date="2026-01-01T00:00:00Z"><w:r><w:delText>deleted words</w:delText></w:r></w:del>',' end'))
docx('moved',p('one ','<w:moveFromRangeStart w:id="1" w:author="A" w:date="2026-01-01T00:00:00Z" w:name="m"/><w:moveFrom w:id="2" w:author="A" w:date="2026-01-01T00:00:00Z">'+r('moved away')+'</w:moveFrom><w:moveFromRangeEnd w:id="1"/>',' two')+p('three ','<w:moveToRangeStart w:id="3" w:author="A" w:date="2026-01-01T00:00:00Z" w:name="m"/><w:moveTo w:id="4" w:author="A" w:date="2026-01-01T00:00:00Z">'+r('moved away')+'</w:moveTo><w:moveToRangeEnd w:id="3"/>'))
FN='<w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote><w:footnote w:type="continuationSeparator" w:id="0"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote>'
def fn(i,t): return f'<w:footnote w:id="{i}"><w:p><w:r><w:footnoteRef/></w:r>{r(t)}</w:p></w:footnote>'
docx('footnotes',p('A word','<w:r><w:footnoteReference w:id="1"/></w:r>',' and another ','<w:r><w:footnoteReference w:id="2"/></w:r>',' end'),footnotes=FN+fn(1,' The first note.')+fn(2,' A second note here.'))
docx('endnotes',p('A word','<w:r><w:endnoteReference w:id="1"/></w:r>','.'),endnotes=FN.replace('footnote','endnote')+'<w:endnote w:id="1"><w:p><w:r><w:endnoteRef/></w:r>'+r(' An endnote.')+'</w:p></w:endnote>')
docx('comments',p('<w:commentRangeStart w:id="0"/>','Text','<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>',' more'),comments='<w:comment w:id="0" w:author="A" w:initials="A"><w:p>'+r('A comment of five words')+'</w:p></w:comment>')
docx('lists',p('first item',pr=num(1))+p('second',pr=num(1,1))+p('no mark',pr=num(1,2))+p(pr=num(1))+p('by style',pr='<w:pStyle w:val="L"/>')+p('not by style',pr='<w:pStyle w:val="L"/>'+num(0)),numbering=NUM,
 styles='<w:style w:type="paragraph" w:styleId="L"><w:name w:val="L"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>')
docx('headers',p('Body text.'),sect='<w:headerReference w:type="default" r:id="header1"/><w:footerReference w:type="default" r:id="footer1"/>',header1=p('A header here'),footer1=p('Page ','<w:fldSimple w:instr=" PAGE ">'+r('1')+'</w:fldSimple>'))
docx('first-header',p('Body text.'),sect='<w:headerReference w:type="default" r:id="header1"/><w:headerReference w:type="first" r:id="header2"/><w:titlePg/>',header1=p('A header here'),header2=p('First page only, five words'))
docx('unused-headers',p('Body text.'),sect='<w:headerReference w:type="default" r:id="header1"/><w:headerReference w:type="first" r:id="header2"/><w:headerReference w:type="even" r:id="header3"/>',header1=p('A header here'),header2=p('First page only, five words'),header3=p('Even pages'))
docx('sections',p('Section one.')+p(pr='<w:sectPr><w:headerReference w:type="default" r:id="header1"/><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>')+p('Section two.')+p(pr='<w:sectPr><w:headerReference w:type="default" r:id="header2"/><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>')+p('Section three.'),header1=p('Header of the first'),header2=p('Second header'))
D,F,E='<w:headerReference w:type="default" r:id="header1"/>','<w:headerReference w:type="first" r:id="header2"/>','<w:headerReference w:type="even" r:id="header3"/>'
H=dict(header1=p('one'),header2=p('one two'),header3=p('one two three four'))
def sect(x): return p(pr=f'<w:sectPr>{x}<w:pgSz w:w="11906" w:h="16838"/></w:sectPr>')
docx('unused-in-words-order',p('text'),sect=E+D+F,**H)
docx('first-and-even',p('text')+sect(D+F+E+'<w:titlePg/>')+p('text'),sect='<w:titlePg/>',**H,settings='<w:evenAndOddHeaders/>')
docx('first-only-once',p('text')+sect(D+F+'<w:titlePg/>')+p('text'),**H)
docx('continuous',p('text')+sect(D)+p('text'),sect='<w:type w:val="continuous"/>',**H)
docx('list-marks',p('a',pr=num(1))+p('b',pr=num(1,1))+p('c',pr=num(1,2)),numbering='<w:abstractNum w:abstractNumId="0">'+lvl(0,'bullet','')+lvl(1,'decimal','')+lvl(2,'none','x')+'</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>')
docx('tables','<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="1000"/><w:gridCol w:w="1000"/></w:tblGrid><w:tr><w:tc><w:tcPr/>'+p('One cell')+'</w:tc><w:tc>'+p('Another cell')+'</w:tc></w:tr></w:tbl>'+p('After it.'))
docx('fields',p('<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> DATE \\@ "d MMMM" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>',r('6 May'),'<w:r><w:fldChar w:fldCharType="end"/></w:r>',' it was')+p('<w:hyperlink w:anchor="x">'+r('a link here')+'</w:hyperlink>','<w:sdt><w:sdtPr><w:alias w:val="x"/></w:sdtPr><w:sdtContent>'+r(' and a control')+'</w:sdtContent></w:sdt>'))
TX='<w:txbxContent>'+p('Text in a box')+'</w:txbxContent>'
docx('boxes',p('Before ','<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:anchor distT="0" distB="0" distL="0" distR="0" simplePos="0" relativeHeight="2" behindDoc="0" locked="0" layoutInCell="1" allowOverlap="1"><wp:simplePos x="0" y="0"/><wp:positionH relativeFrom="column"><wp:posOffset>0</wp:posOffset></wp:positionH><wp:positionV relativeFrom="paragraph"><wp:posOffset>0</wp:posOffset></wp:positionV><wp:extent cx="2000000" cy="500000"/><wp:wrapSquare wrapText="bothSides"/><wp:docPr id="1" name="Box"/><a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp><wps:cNvSpPr txBox="1"/><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="2000000" cy="500000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></wps:spPr><wps:txbx>'+TX+'</wps:txbx><wps:bodyPr/></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></mc:Choice><mc:Fallback><w:pict><v:rect style="width:100pt;height:30pt"><v:textbox>'+TX+'</v:textbox></v:rect></w:pict></mc:Fallback></mc:AlternateContent></w:r>','after'))
NS=' '.join(f'xmlns:{k}="{v}"' for k,v in {**{k:f'urn:oasis:names:tc:opendocument:xmlns:{u}:1.0' for k,u in {'office':'office','text':'text','style':'style','draw':'drawing','table':'table','fo':'xsl-fo-compatible','svg':'svg-compatible'}.items()},'dc':'http://purl.org/dc/elements/1.1/'}.items())
def odt(name, body, auto='', styles='', master='', pages=''):
    zipped(name+'.odt',[('mimetype','application/vnd.oasis.opendocument.text'),
     ('META-INF/manifest.xml',HEAD+'<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.2"><manifest:file-entry manifest:full-path="/" manifest:version="1.2" manifest:media-type="application/vnd.oasis.opendocument.text"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/><manifest:file-entry manifest:full-path="styles.xml" manifest:media-type="text/xml"/></manifest:manifest>'),
     ('styles.xml',HEAD+f'<office:document-styles {NS} office:version="1.2"><office:styles>{styles}</office:styles><office:automatic-styles>{pages}</office:automatic-styles><office:master-styles>{master}</office:master-styles></office:document-styles>'),
     ('content.xml',HEAD+f'<office:document-content {NS} office:version="1.2"><office:automatic-styles>{auto}</office:automatic-styles><office:body><office:text>{body}</office:text></office:body></office:document-content>')])
def P(t,s=''): return f'<text:p{" text:style-name=%r"%s if s else ""}>{t}</text:p>'.replace("'",'"')
odt('plain',P('Once upon a time, well-known')+P('An em—dash, an en–dash and two -- hyphens.')+P('')+P('½ 1.23 http://example.org ...')+P('日本語 text'))
odt('spaces',P('a<text:s/>b<text:s text:c="3"/>c<text:tab/>d<text:line-break/>e <text:span>f</text:span>g<text:bookmark text:name="x"/>h<text:soft-page-break/>i'))
odt('notes',P('A word<text:note text:id="f1" text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body>'+P('The first note.')+'</text:note-body></text:note> and another <text:note text:id="f2" text:note-class="endnote"><text:note-citation>i</text:note-citation><text:note-body>'+P('A second note here.')+'</text:note-body></text:note> end'))
odt('comments',P('Text<office:annotation><dc:creator>A</dc:creator><dc:date>2026-01-01T00:00:00</dc:date>'+P('A comment of five words')+'</office:annotation> more'))
odt('changes','<text:tracked-changes><text:changed-region xml:id="c1" text:id="c1"><text:deletion><office:change-info><dc:creator>A</dc:creator><dc:date>2026-01-01T00:00:00</dc:date></office:change-info>'+P('deleted words')+'</text:deletion></text:changed-region><text:changed-region xml:id="c2" text:id="c2"><text:insertion><office:change-info><dc:creator>A</dc:creator><dc:date>2026-01-01T00:00:00</dc:date></office:change-info></text:insertion></text:changed-region></text:tracked-changes>'+P('kept <text:change-start text:change-id="c2"/>added words <text:change-end text:change-id="c2"/><text:change text:change-id="c1"/> end'))
LS='<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/><text:list-level-style-bullet text:level="2" text:bullet-char="•"/><text:list-level-style-number text:level="3" style:num-format=""/></text:list-style>'
def I(*x): return '<text:list-item>'+''.join(x)+'</text:list-item>'
odt('lists','<text:list text:style-name="L1"><text:list-header>'+P('a header')+'</text:list-header>'+I(P('first item'),P('its second paragraph'),'<text:list>'+I(P('nested'),'<text:list>'+I(P('no mark'))+'</text:list>')+'</text:list>')+I(P(''))+I(P('last'))+'</text:list><text:list>'+I(P('no style at all'))+'</text:list>'+P('a paragraph'),auto=LS)
odt('headings','<text:h text:style-name="H" text:outline-level="1">A numbered heading</text:h><text:h text:style-name="H" text:outline-level="2">One without</text:h>',
 styles='<style:style style:name="H" style:family="paragraph" style:default-outline-level="1"/><text:outline-style style:name="Outline"><text:outline-level-style text:level="1" style:num-format="1"/><text:outline-level-style text:level="2" style:num-format=""/></text:outline-style>')
odt('hidden',P('seen <text:span text:style-name="X">not seen</text:span> again')+P('all hidden','Y')+'<text:section text:name="s" text:display="none">'+P('in a hidden section')+'</text:section>'+P('and <text:hidden-text text:condition="ooow:1" text:string-value="hidden words" text:is-hidden="true"/>this')+P('<text:hidden-paragraph text:condition="ooow:TRUE" text:is-hidden="true"/>a paragraph that hides itself'),
 auto='<style:style style:name="X" style:family="text"><style:text-properties text:display="none"/></style:style><style:style style:name="Y" style:family="paragraph"><style:text-properties text:display="none"/></style:style>')
odt('headers',P('Body text.'),pages='<style:page-layout style:name="P1"><style:header-style/><style:footer-style/></style:page-layout>',
 master='<style:master-page style:name="Standard" style:page-layout-name="P1"><style:header>'+P('A header here')+'</style:header><style:header-left style:display="false">'+P('not shown at all')+'</style:header-left><style:footer>'+P('Page <text:page-number text:select-page="current">1</text:page-number>')+'</style:footer></style:master-page><style:master-page style:name="Other" style:page-layout-name="P1"><style:header>'+P('Never used')+'</style:header></style:master-page>')
odt('frames',P('Before <draw:frame draw:name="f" text:anchor-type="paragraph" svg:width="5cm" svg:height="2cm"><draw:text-box>'+P('Text in a box')+'</draw:text-box><svg:title>A title</svg:title></draw:frame>after')+'<table:table table:name="T"><table:table-column/><table:table-row><table:table-cell>'+P('One cell')+'</table:table-cell></table:table-row></table:table>'+P('<draw:custom-shape text:anchor-type="paragraph" svg:width="5cm" svg:height="2cm">'+P('drawn words here')+'<draw:enhanced-geometry draw:type="rectangle"/></draw:custom-shape>shape'))
odt('ruby',P('<text:ruby><text:ruby-base>漢字</text:ruby-base><text:ruby-text>かんじ</text:ruby-text></text:ruby> and <text:a xmlns:xlink="http://www.w3.org/1999/xlink" xlink:type="simple" xlink:href="http://x.y/">a link</text:a>'))
odt('list-marks','<text:list text:style-name="L2">'+I(P('a'),'<text:list>'+I(P('b'))+'</text:list>')+'</text:list>',auto='<text:list-style style:name="L2"><text:list-level-style-bullet text:level="1" text:bullet-char=""/><text:list-level-style-number text:level="2" style:num-format="" style:num-suffix="x"/></text:list-style>')
