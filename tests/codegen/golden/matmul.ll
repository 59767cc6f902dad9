; split 0 by 8 as unroll
; split 1 by 48 as loop
; split 6 by 16 as vector
; mark 7 as unroll
; cache 1 5 2 7 8 by 16 as thread
; order 3 5
define void @product_64_96_over_128(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
entry:
  %d0_at = getelementptr inbounds ptr, ptr %bufs, i64 0
  %d0 = load ptr, ptr %d0_at, align 8, !invariant.load !{}
  %d1_at = getelementptr inbounds ptr, ptr %bufs, i64 1
  %d1 = load ptr, ptr %d1_at, align 8, !invariant.load !{}
  %d2_at = getelementptr inbounds ptr, ptr %bufs, i64 2
  %d2 = load ptr, ptr %d2_at, align 8, !invariant.load !{}
  %tile0 = getelementptr inbounds i8, ptr %scratch, i64 0
  %acc61 = alloca <16 x float>
  %acc62 = alloca <16 x float>
  %acc63 = alloca <16 x float>
  %acc64 = alloca <16 x float>
  %acc65 = alloca <16 x float>
  %acc66 = alloca <16 x float>
  %acc67 = alloca <16 x float>
  %acc68 = alloca <16 x float>
  %acc69 = alloca <16 x float>
  %acc70 = alloca <16 x float>
  %acc71 = alloca <16 x float>
  %acc72 = alloca <16 x float>
  %acc73 = alloca <16 x float>
  %acc74 = alloca <16 x float>
  %acc75 = alloca <16 x float>
  %acc76 = alloca <16 x float>
  %acc77 = alloca <16 x float>
  %acc78 = alloca <16 x float>
  %acc79 = alloca <16 x float>
  %acc80 = alloca <16 x float>
  %acc81 = alloca <16 x float>
  %acc82 = alloca <16 x float>
  %acc83 = alloca <16 x float>
  %acc84 = alloca <16 x float>
  br label %i0.head
i0.head:
  %i0 = phi i64 [ 0, %entry ], [ %i0.next, %i0.last ]
  %i0.more = icmp slt i64 %i0, 128
  br i1 %i0.more, label %i0.body, label %i0.done
i0.body:
  %v0 = mul nsw i64 %i0, 48
  %v1 = mul nsw i64 %i0, 96
  br label %i1.head
i1.head:
  %i1 = phi i64 [ 0, %i0.body ], [ %i1.next, %i1.last ]
  %i1.more = icmp slt i64 %i1, 2
  br i1 %i1.more, label %i1.body, label %i1.done
i1.body:
  %v2 = mul nsw i64 %i1, 6144
  %v3 = add nsw i64 %v0, %v2
  %v4 = mul nsw i64 %i1, 48
  %v5 = add nsw i64 %v1, %v4
  br label %i2.head
i2.head:
  %i2 = phi i64 [ 0, %i1.body ], [ %i2.next, %i2.last ]
  %i2.more = icmp slt i64 %i2, 3
  br i1 %i2.more, label %i2.body, label %i2.done
i2.body:
  %v6 = mul nsw i64 %i2, 16
  %v7 = add nsw i64 %v3, %v6
  %v8 = getelementptr inbounds float, ptr %tile0, i64 %v7
  %v9 = add nsw i64 %v5, %v6
  %v10 = getelementptr inbounds float, ptr %d2, i64 %v9
  %v11 = load <16 x float>, ptr %v10, align 4
  store <16 x float> %v11, ptr %v8, align 4
  br label %i2.last
i2.last:
  %i2.next = add nsw i64 %i2, 1
  br label %i2.head
i2.done:
  br label %i1.last
i1.last:
  %i1.next = add nsw i64 %i1, 1
  br label %i1.head
i1.done:
  br label %i0.last
i0.last:
  %i0.next = add nsw i64 %i0, 1
  br label %i0.head
i0.done:
  br label %i3.head
i3.head:
  %i3 = phi i64 [ 0, %i0.done ], [ %i3.next, %i3.last ]
  %i3.more = icmp slt i64 %i3, 8
  br i1 %i3.more, label %i3.body, label %i3.done
i3.body:
  %v12 = mul nsw i64 %i3, 768
  %v13 = mul nsw i64 %i3, 1024
  br label %i4.head
i4.head:
  %i4 = phi i64 [ 0, %i3.body ], [ %i4.next, %i4.last ]
  %i4.more = icmp slt i64 %i4, 2
  br i1 %i4.more, label %i4.body, label %i4.done
i4.body:
  %v14 = mul nsw i64 %i4, 48
  %v15 = add nsw i64 %v12, %v14
  %v16 = getelementptr inbounds float, ptr %d0, i64 %v15
  %v17 = mul nsw i64 %i4, 6144
  store <16 x float> splat (float 0x0000000000000000), ptr %acc61
  store <16 x float> splat (float 0x0000000000000000), ptr %acc62
  store <16 x float> splat (float 0x0000000000000000), ptr %acc63
  store <16 x float> splat (float 0x0000000000000000), ptr %acc64
  store <16 x float> splat (float 0x0000000000000000), ptr %acc65
  store <16 x float> splat (float 0x0000000000000000), ptr %acc66
  store <16 x float> splat (float 0x0000000000000000), ptr %acc67
  store <16 x float> splat (float 0x0000000000000000), ptr %acc68
  store <16 x float> splat (float 0x0000000000000000), ptr %acc69
  store <16 x float> splat (float 0x0000000000000000), ptr %acc70
  store <16 x float> splat (float 0x0000000000000000), ptr %acc71
  store <16 x float> splat (float 0x0000000000000000), ptr %acc72
  store <16 x float> splat (float 0x0000000000000000), ptr %acc73
  store <16 x float> splat (float 0x0000000000000000), ptr %acc74
  store <16 x float> splat (float 0x0000000000000000), ptr %acc75
  store <16 x float> splat (float 0x0000000000000000), ptr %acc76
  store <16 x float> splat (float 0x0000000000000000), ptr %acc77
  store <16 x float> splat (float 0x0000000000000000), ptr %acc78
  store <16 x float> splat (float 0x0000000000000000), ptr %acc79
  store <16 x float> splat (float 0x0000000000000000), ptr %acc80
  store <16 x float> splat (float 0x0000000000000000), ptr %acc81
  store <16 x float> splat (float 0x0000000000000000), ptr %acc82
  store <16 x float> splat (float 0x0000000000000000), ptr %acc83
  store <16 x float> splat (float 0x0000000000000000), ptr %acc84
  %v18 = add nsw i64 %v15, 16
  %v19 = getelementptr inbounds float, ptr %d0, i64 %v18
  %v20 = add nsw i64 %v15, 32
  %v21 = getelementptr inbounds float, ptr %d0, i64 %v20
  %v22 = add nsw i64 %v15, 96
  %v23 = getelementptr inbounds float, ptr %d0, i64 %v22
  %v24 = add nsw i64 %v15, 112
  %v25 = getelementptr inbounds float, ptr %d0, i64 %v24
  %v26 = add nsw i64 %v15, 128
  %v27 = getelementptr inbounds float, ptr %d0, i64 %v26
  %v28 = add nsw i64 %v15, 192
  %v29 = getelementptr inbounds float, ptr %d0, i64 %v28
  %v30 = add nsw i64 %v15, 208
  %v31 = getelementptr inbounds float, ptr %d0, i64 %v30
  %v32 = add nsw i64 %v15, 224
  %v33 = getelementptr inbounds float, ptr %d0, i64 %v32
  %v34 = add nsw i64 %v15, 288
  %v35 = getelementptr inbounds float, ptr %d0, i64 %v34
  %v36 = add nsw i64 %v15, 304
  %v37 = getelementptr inbounds float, ptr %d0, i64 %v36
  %v38 = add nsw i64 %v15, 320
  %v39 = getelementptr inbounds float, ptr %d0, i64 %v38
  %v40 = add nsw i64 %v15, 384
  %v41 = getelementptr inbounds float, ptr %d0, i64 %v40
  %v42 = add nsw i64 %v15, 400
  %v43 = getelementptr inbounds float, ptr %d0, i64 %v42
  %v44 = add nsw i64 %v15, 416
  %v45 = getelementptr inbounds float, ptr %d0, i64 %v44
  %v46 = add nsw i64 %v15, 480
  %v47 = getelementptr inbounds float, ptr %d0, i64 %v46
  %v48 = add nsw i64 %v15, 496
  %v49 = getelementptr inbounds float, ptr %d0, i64 %v48
  %v50 = add nsw i64 %v15, 512
  %v51 = getelementptr inbounds float, ptr %d0, i64 %v50
  %v52 = add nsw i64 %v15, 576
  %v53 = getelementptr inbounds float, ptr %d0, i64 %v52
  %v54 = add nsw i64 %v15, 592
  %v55 = getelementptr inbounds float, ptr %d0, i64 %v54
  %v56 = add nsw i64 %v15, 608
  %v57 = getelementptr inbounds float, ptr %d0, i64 %v56
  %v58 = add nsw i64 %v15, 672
  %v59 = getelementptr inbounds float, ptr %d0, i64 %v58
  %v60 = add nsw i64 %v15, 688
  %v61 = getelementptr inbounds float, ptr %d0, i64 %v60
  %v62 = add nsw i64 %v15, 704
  %v63 = getelementptr inbounds float, ptr %d0, i64 %v62
  br label %r5.head
r5.head:
  %r5 = phi i64 [ 0, %i4.body ], [ %r5.next, %r5.last ]
  %r5.more = icmp slt i64 %r5, 128
  br i1 %r5.more, label %r5.body, label %r5.done
r5.body:
  %v64 = add nsw i64 %r5, %v13
  %v65 = getelementptr inbounds float, ptr %d1, i64 %v64
  %v66 = load float, ptr %v65, align 4
  %v67 = insertelement <16 x float> poison, float %v66, i64 0
  %v68 = shufflevector <16 x float> %v67, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v69 = mul nsw i64 %r5, 48
  %v70 = add nsw i64 %v69, %v17
  %v71 = getelementptr inbounds float, ptr %tile0, i64 %v70
  %v72 = load <16 x float>, ptr %v71, align 4
  %v73 = fmul contract <16 x float> %v68, %v72
  %v74 = load <16 x float>, ptr %acc61
  %v75 = fadd contract <16 x float> %v74, %v73
  store <16 x float> %v75, ptr %acc61
  %v76 = add nsw i64 %v70, 16
  %v77 = getelementptr inbounds float, ptr %tile0, i64 %v76
  %v78 = load <16 x float>, ptr %v77, align 4
  %v79 = fmul contract <16 x float> %v68, %v78
  %v80 = load <16 x float>, ptr %acc62
  %v81 = fadd contract <16 x float> %v80, %v79
  store <16 x float> %v81, ptr %acc62
  %v82 = add nsw i64 %v70, 32
  %v83 = getelementptr inbounds float, ptr %tile0, i64 %v82
  %v84 = load <16 x float>, ptr %v83, align 4
  %v85 = fmul contract <16 x float> %v68, %v84
  %v86 = load <16 x float>, ptr %acc63
  %v87 = fadd contract <16 x float> %v86, %v85
  store <16 x float> %v87, ptr %acc63
  %v88 = add nsw i64 %v64, 128
  %v89 = getelementptr inbounds float, ptr %d1, i64 %v88
  %v90 = load float, ptr %v89, align 4
  %v91 = insertelement <16 x float> poison, float %v90, i64 0
  %v92 = shufflevector <16 x float> %v91, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v93 = fmul contract <16 x float> %v92, %v72
  %v94 = load <16 x float>, ptr %acc64
  %v95 = fadd contract <16 x float> %v94, %v93
  store <16 x float> %v95, ptr %acc64
  %v96 = fmul contract <16 x float> %v92, %v78
  %v97 = load <16 x float>, ptr %acc65
  %v98 = fadd contract <16 x float> %v97, %v96
  store <16 x float> %v98, ptr %acc65
  %v99 = fmul contract <16 x float> %v92, %v84
  %v100 = load <16 x float>, ptr %acc66
  %v101 = fadd contract <16 x float> %v100, %v99
  store <16 x float> %v101, ptr %acc66
  %v102 = add nsw i64 %v64, 256
  %v103 = getelementptr inbounds float, ptr %d1, i64 %v102
  %v104 = load float, ptr %v103, align 4
  %v105 = insertelement <16 x float> poison, float %v104, i64 0
  %v106 = shufflevector <16 x float> %v105, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v107 = fmul contract <16 x float> %v106, %v72
  %v108 = load <16 x float>, ptr %acc67
  %v109 = fadd contract <16 x float> %v108, %v107
  store <16 x float> %v109, ptr %acc67
  %v110 = fmul contract <16 x float> %v106, %v78
  %v111 = load <16 x float>, ptr %acc68
  %v112 = fadd contract <16 x float> %v111, %v110
  store <16 x float> %v112, ptr %acc68
  %v113 = fmul contract <16 x float> %v106, %v84
  %v114 = load <16 x float>, ptr %acc69
  %v115 = fadd contract <16 x float> %v114, %v113
  store <16 x float> %v115, ptr %acc69
  %v116 = add nsw i64 %v64, 384
  %v117 = getelementptr inbounds float, ptr %d1, i64 %v116
  %v118 = load float, ptr %v117, align 4
  %v119 = insertelement <16 x float> poison, float %v118, i64 0
  %v120 = shufflevector <16 x float> %v119, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v121 = fmul contract <16 x float> %v120, %v72
  %v122 = load <16 x float>, ptr %acc70
  %v123 = fadd contract <16 x float> %v122, %v121
  store <16 x float> %v123, ptr %acc70
  %v124 = fmul contract <16 x float> %v120, %v78
  %v125 = load <16 x float>, ptr %acc71
  %v126 = fadd contract <16 x float> %v125, %v124
  store <16 x float> %v126, ptr %acc71
  %v127 = fmul contract <16 x float> %v120, %v84
  %v128 = load <16 x float>, ptr %acc72
  %v129 = fadd contract <16 x float> %v128, %v127
  store <16 x float> %v129, ptr %acc72
  %v130 = add nsw i64 %v64, 512
  %v131 = getelementptr inbounds float, ptr %d1, i64 %v130
  %v132 = load float, ptr %v131, align 4
  %v133 = insertelement <16 x float> poison, float %v132, i64 0
  %v134 = shufflevector <16 x float> %v133, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v135 = fmul contract <16 x float> %v134, %v72
  %v136 = load <16 x float>, ptr %acc73
  %v137 = fadd contract <16 x float> %v136, %v135
  store <16 x float> %v137, ptr %acc73
  %v138 = fmul contract <16 x float> %v134, %v78
  %v139 = load <16 x float>, ptr %acc74
  %v140 = fadd contract <16 x float> %v139, %v138
  store <16 x float> %v140, ptr %acc74
  %v141 = fmul contract <16 x float> %v134, %v84
  %v142 = load <16 x float>, ptr %acc75
  %v143 = fadd contract <16 x float> %v142, %v141
  store <16 x float> %v143, ptr %acc75
  %v144 = add nsw i64 %v64, 640
  %v145 = getelementptr inbounds float, ptr %d1, i64 %v144
  %v146 = load float, ptr %v145, align 4
  %v147 = insertelement <16 x float> poison, float %v146, i64 0
  %v148 = shufflevector <16 x float> %v147, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v149 = fmul contract <16 x float> %v148, %v72
  %v150 = load <16 x float>, ptr %acc76
  %v151 = fadd contract <16 x float> %v150, %v149
  store <16 x float> %v151, ptr %acc76
  %v152 = fmul contract <16 x float> %v148, %v78
  %v153 = load <16 x float>, ptr %acc77
  %v154 = fadd contract <16 x float> %v153, %v152
  store <16 x float> %v154, ptr %acc77
  %v155 = fmul contract <16 x float> %v148, %v84
  %v156 = load <16 x float>, ptr %acc78
  %v157 = fadd contract <16 x float> %v156, %v155
  store <16 x float> %v157, ptr %acc78
  %v158 = add nsw i64 %v64, 768
  %v159 = getelementptr inbounds float, ptr %d1, i64 %v158
  %v160 = load float, ptr %v159, align 4
  %v161 = insertelement <16 x float> poison, float %v160, i64 0
  %v162 = shufflevector <16 x float> %v161, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v163 = fmul contract <16 x float> %v162, %v72
  %v164 = load <16 x float>, ptr %acc79
  %v165 = fadd contract <16 x float> %v164, %v163
  store <16 x float> %v165, ptr %acc79
  %v166 = fmul contract <16 x float> %v162, %v78
  %v167 = load <16 x float>, ptr %acc80
  %v168 = fadd contract <16 x float> %v167, %v166
  store <16 x float> %v168, ptr %acc80
  %v169 = fmul contract <16 x float> %v162, %v84
  %v170 = load <16 x float>, ptr %acc81
  %v171 = fadd contract <16 x float> %v170, %v169
  store <16 x float> %v171, ptr %acc81
  %v172 = add nsw i64 %v64, 896
  %v173 = getelementptr inbounds float, ptr %d1, i64 %v172
  %v174 = load float, ptr %v173, align 4
  %v175 = insertelement <16 x float> poison, float %v174, i64 0
  %v176 = shufflevector <16 x float> %v175, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v177 = fmul contract <16 x float> %v176, %v72
  %v178 = load <16 x float>, ptr %acc82
  %v179 = fadd contract <16 x float> %v178, %v177
  store <16 x float> %v179, ptr %acc82
  %v180 = fmul contract <16 x float> %v176, %v78
  %v181 = load <16 x float>, ptr %acc83
  %v182 = fadd contract <16 x float> %v181, %v180
  store <16 x float> %v182, ptr %acc83
  %v183 = fmul contract <16 x float> %v176, %v84
  %v184 = load <16 x float>, ptr %acc84
  %v185 = fadd contract <16 x float> %v184, %v183
  store <16 x float> %v185, ptr %acc84
  br label %r5.last
r5.last:
  %r5.next = add nsw i64 %r5, 1
  br label %r5.head
r5.done:
  %v186 = load <16 x float>, ptr %acc61
  %v187 = load <16 x float>, ptr %acc62
  %v188 = load <16 x float>, ptr %acc63
  %v189 = load <16 x float>, ptr %acc64
  %v190 = load <16 x float>, ptr %acc65
  %v191 = load <16 x float>, ptr %acc66
  %v192 = load <16 x float>, ptr %acc67
  %v193 = load <16 x float>, ptr %acc68
  %v194 = load <16 x float>, ptr %acc69
  %v195 = load <16 x float>, ptr %acc70
  %v196 = load <16 x float>, ptr %acc71
  %v197 = load <16 x float>, ptr %acc72
  %v198 = load <16 x float>, ptr %acc73
  %v199 = load <16 x float>, ptr %acc74
  %v200 = load <16 x float>, ptr %acc75
  %v201 = load <16 x float>, ptr %acc76
  %v202 = load <16 x float>, ptr %acc77
  %v203 = load <16 x float>, ptr %acc78
  %v204 = load <16 x float>, ptr %acc79
  %v205 = load <16 x float>, ptr %acc80
  %v206 = load <16 x float>, ptr %acc81
  %v207 = load <16 x float>, ptr %acc82
  %v208 = load <16 x float>, ptr %acc83
  %v209 = load <16 x float>, ptr %acc84
  %v210 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v186
  %v211 = select <16 x i1> %v210, <16 x float> splat (float 0x0000000000000000), <16 x float> %v186
  store <16 x float> %v211, ptr %v16, align 4
  %v212 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v187
  %v213 = select <16 x i1> %v212, <16 x float> splat (float 0x0000000000000000), <16 x float> %v187
  store <16 x float> %v213, ptr %v19, align 4
  %v214 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v188
  %v215 = select <16 x i1> %v214, <16 x float> splat (float 0x0000000000000000), <16 x float> %v188
  store <16 x float> %v215, ptr %v21, align 4
  %v216 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v189
  %v217 = select <16 x i1> %v216, <16 x float> splat (float 0x0000000000000000), <16 x float> %v189
  store <16 x float> %v217, ptr %v23, align 4
  %v218 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v190
  %v219 = select <16 x i1> %v218, <16 x float> splat (float 0x0000000000000000), <16 x float> %v190
  store <16 x float> %v219, ptr %v25, align 4
  %v220 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v191
  %v221 = select <16 x i1> %v220, <16 x float> splat (float 0x0000000000000000), <16 x float> %v191
  store <16 x float> %v221, ptr %v27, align 4
  %v222 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v192
  %v223 = select <16 x i1> %v222, <16 x float> splat (float 0x0000000000000000), <16 x float> %v192
  store <16 x float> %v223, ptr %v29, align 4
  %v224 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v193
  %v225 = select <16 x i1> %v224, <16 x float> splat (float 0x0000000000000000), <16 x float> %v193
  store <16 x float> %v225, ptr %v31, align 4
  %v226 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v194
  %v227 = select <16 x i1> %v226, <16 x float> splat (float 0x0000000000000000), <16 x float> %v194
  store <16 x float> %v227, ptr %v33, align 4
  %v228 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v195
  %v229 = select <16 x i1> %v228, <16 x float> splat (float 0x0000000000000000), <16 x float> %v195
  store <16 x float> %v229, ptr %v35, align 4
  %v230 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v196
  %v231 = select <16 x i1> %v230, <16 x float> splat (float 0x0000000000000000), <16 x float> %v196
  store <16 x float> %v231, ptr %v37, align 4
  %v232 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v197
  %v233 = select <16 x i1> %v232, <16 x float> splat (float 0x0000000000000000), <16 x float> %v197
  store <16 x float> %v233, ptr %v39, align 4
  %v234 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v198
  %v235 = select <16 x i1> %v234, <16 x float> splat (float 0x0000000000000000), <16 x float> %v198
  store <16 x float> %v235, ptr %v41, align 4
  %v236 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v199
  %v237 = select <16 x i1> %v236, <16 x float> splat (float 0x0000000000000000), <16 x float> %v199
  store <16 x float> %v237, ptr %v43, align 4
  %v238 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v200
  %v239 = select <16 x i1> %v238, <16 x float> splat (float 0x0000000000000000), <16 x float> %v200
  store <16 x float> %v239, ptr %v45, align 4
  %v240 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v201
  %v241 = select <16 x i1> %v240, <16 x float> splat (float 0x0000000000000000), <16 x float> %v201
  store <16 x float> %v241, ptr %v47, align 4
  %v242 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v202
  %v243 = select <16 x i1> %v242, <16 x float> splat (float 0x0000000000000000), <16 x float> %v202
  store <16 x float> %v243, ptr %v49, align 4
  %v244 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v203
  %v245 = select <16 x i1> %v244, <16 x float> splat (float 0x0000000000000000), <16 x float> %v203
  store <16 x float> %v245, ptr %v51, align 4
  %v246 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v204
  %v247 = select <16 x i1> %v246, <16 x float> splat (float 0x0000000000000000), <16 x float> %v204
  store <16 x float> %v247, ptr %v53, align 4
  %v248 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v205
  %v249 = select <16 x i1> %v248, <16 x float> splat (float 0x0000000000000000), <16 x float> %v205
  store <16 x float> %v249, ptr %v55, align 4
  %v250 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v206
  %v251 = select <16 x i1> %v250, <16 x float> splat (float 0x0000000000000000), <16 x float> %v206
  store <16 x float> %v251, ptr %v57, align 4
  %v252 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v207
  %v253 = select <16 x i1> %v252, <16 x float> splat (float 0x0000000000000000), <16 x float> %v207
  store <16 x float> %v253, ptr %v59, align 4
  %v254 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v208
  %v255 = select <16 x i1> %v254, <16 x float> splat (float 0x0000000000000000), <16 x float> %v208
  store <16 x float> %v255, ptr %v61, align 4
  %v256 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v209
  %v257 = select <16 x i1> %v256, <16 x float> splat (float 0x0000000000000000), <16 x float> %v209
  store <16 x float> %v257, ptr %v63, align 4
  br label %i4.last
i4.last:
  %i4.next = add nsw i64 %i4, 1
  br label %i4.head
i4.done:
  br label %i3.last
i3.last:
  %i3.next = add nsw i64 %i3, 1
  br label %i3.head
i3.done:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="512" }
